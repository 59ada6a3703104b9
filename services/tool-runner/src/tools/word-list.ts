/** 512 everyday words, so that each carries nine bits of entropy. */
export const WORDS: readonly string[] = `
acorn acre actor adobe agate alarm album alder algae alley almond alpine amber anchor angel ankle anthem antler anvil apple apron
arcade archer armor arrow artist ashes aspen atlas attic auction aunt autumn avalanche awning axle bacon badge badger bagpipe bakery
balcony ballad bamboo bandit banjo banner barber bargain barley barn barrel basil basin basket bassoon bathtub battery bazaar beach beacon
beaver bedrock beehive beetle bell bench beret berry bicycle bishop blacksmith blanket blizzard blossom boiler bonfire bonnet border bottle
boulder bouquet boxer bracelet brass bread breeze brick bridge brook broom brother bucket buckle buffalo bugle bunker butcher butter button
cabbage cabin cable cactus calf camel camera camphor canal candle canoe canyon caravan carpet carrot cartoon castle cattle cave cedar cellar
cello cement chalk chapel chariot cherry chess chestnut chicken chimney chisel choir cider cinder circus citadel clam clay cliff clinic cloak
clock clover coach coal cobweb cocoa coffin coin comet compass concert copper coral cork corner cotton cousin coyote cradle crane crater
crayon cream creek cricket crocus crow crown crystal cuckoo curtain cushion cypress dagger dairy daisy dancer dawn debt deer delta dentist
desert diamond diary dinner diver dolphin donkey doorway dove dragon drawer drum dune dwarf eagle earring echo eclipse eel elbow elder elephant
elm ember emerald engine envelope estuary fable falcon farmer feather fence fern ferry festival fiddle fig filter finch firefly flannel flint
flood flute foam fog forest forge fossil fountain fox freckle frost funnel furnace galaxy gallop garage garden garlic garnet gate gazelle
geyser ghost giant ginger glacier glass glove goat gold goose gorge granite grape grass gravel gravy grocer grove guitar gull gutter hail
hammer hammock harbor harness harp harvest hatchet hawk hazel hearth hedge heron hinge hive honey hoof horizon hornet horse hostel hotel
hurricane hyena ice igloo incense ink insect iris iron island ivory ivy jackal jacket jade jar jasmine jelly jewel jockey journal judge
juggler jungle juniper kayak kennel kettle keyhole kitchen kite knapsack knight knot label lace ladder lagoon lake lamp lantern lark lattice
laundry lava lavender lawn leather ledger lemon lentil leopard letter librarian lichen lighthouse lily lime linen lion lizard lobby locket loft
lotus lumber lute lynx magnet magpie mallet mango mansion maple marble market marsh mask mason mattress meadow medal melon mercury mermaid
meteor midnight mill miner mint mirror mist mitten moat monk monsoon moose mosaic mosquito moss moth mountain mule museum mushroom mustard
nectar needle nephew nest nettle nickel nightfall nomad noodle notebook nurse oak oasis oatmeal ocean octopus olive onion opal opera orbit
orchard orchid organ osprey otter oven owl oyster paddle palace panther paper parade parcel parsley pasture peach peacock pearl pebble pelican
pendulum penny pepper perfume piano pickle pigeon pilgrim pillow pine pirate pistol plank planet plaster plaza plow plum pocket poet polka
pond poppy porcelain porridge postcard potato potter powder prairie prison prophet pumpkin puppet quarry quartz queen quill quilt rabbit radio
raft railway rainbow ranch raven ravine reef ribbon riddle river robin rocket rooster rope rose ruby rudder saddle saffron sailor salmon
sapphire satchel sawmill scarecrow scarf school scissors scooter scorpion sculptor seagull
`
  .trim()
  .split(/\s+/);
