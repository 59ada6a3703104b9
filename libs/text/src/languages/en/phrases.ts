/** Phrases of English that say what one word says: verbs with a particle, and what people do at a hotel. */
export const phrases = `
take off: takeoff departure departs departed leaves left|check out: checkout|check in: checkin|leave the room: checkout|vacate the room: checkout
pick up: pickup collect|drop off: dropoff|throw away: discard|throw out: discard|put off: postpone|call off: cancel|give back: return|bring back: return
pay back: repay refund|sign up: signup register|sign in: login|log in: login|set up: setup|back up: backup|break down: breakdown|run out: expire
turn down: reject decline|hand in: submit|work out: workout exercise|pass away: die|take part: participate|carry on: continue|speed up: accelerate|go up: increase|go down: decrease
`;
