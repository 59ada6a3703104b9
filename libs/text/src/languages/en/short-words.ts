/** Words of English that say the same: short ones, units, and those of other countries. */
export const shortWords = `
fridge refrigerator|bike bikes bicycle bicycles|phone phones telephone telephones|cell cellphone mobile phone
photo photos photograph photographs pic pics picture pictures|tv telly television televisions|exam exams examination examinations
lab labs laboratory laboratories|gym gymnasium|flu influenza|vet veterinarian|doc docs document documents documentation|info information
app apps application applications|config configs configuration configurations|repo repos repository repositories|db database databases|prod production
env environment|auth authentication|admin admins administrator administrators|k8s kubernetes|dev devs developer developers
spec specs specification specifications|max maximum|min minimum|min mins minute minutes|temp temperature|temp temporary|approx approximately
dept department|mgr manager|asst assistant|appt appointment appointments|bday birthday birthdays|prof professor|doctor doctors dr
apt apartment apartments flat flats|mum mom mummy mommy mother|dad father|grandma grandmother|grandpa grandfather|kid kids child children|pyjamas pajamas pjs
aeroplane airplane plane|doughnut donut|yoghurt yogurt|tyre tyres tire tires|grey gray|cheque cheques check checks|jewellery jewelry|kerb curb
moustache mustache|neighbour neighbor|colour color|favourite favorite|theatre theater|centre center|litre litres liter liters
metre metres meter meters|kilometre kilometres kilometer kilometers km kms|centimetre centimetres centimeter centimeters cm
millimetre millimetres millimeter millimeters mm|kilogram kilograms kilo kilos kg kgs|gram grams gramme grammes|pound pounds lb lbs|ounce ounces oz
hour hours hr hrs|second seconds sec secs|week weeks wk wks|month months mth mths|year years yr yrs|number numbers nr|street st|avenue ave|road rd
hospital clinic|lorry lorries truck trucks|lift elevator|holiday vacation holidays vacations ooo|petrol gasoline|trousers pants|sofa couch|biscuit cookie
rubbish trash garbage|password passwords passcode pwd|wifi wlan|laptop notebook|movie movies film films|shop store shops stores
car cars automobile automobiles|job jobs
washer washing washers|warranty warranties guarantee guarantees|ill sick unwell poorly|depart departs departed departure takeoff leave leaves leaving
raise raises salary salaries|salary salaries wage wages|staying accommodation hotel hotels lodging|quit quits quitting leaving resign resigns resigned resigning resignation
checkout check-out|checkin check-in|electricity electric power|souvenir souvenirs gift gifts present presents
diaper diapers nappy nappies|stroller pram pushchair buggy|faucet tap|flashlight torch|wrench spanner|closet wardrobe|drugstore pharmacy chemist
medicine medicines medication medications meds|hoover vacuum|mailman postman|parcel parcels package packages
mail post|zip zipcode postcode|license licence|motorway highway freeway|railway railroad|subway underground tube metro
cab cabs taxi taxis|luggage baggage|autumn fall|soccer football|sneaker sneakers trainers
sweater jumper pullover|eggplant aubergine|zucchini courgette|cilantro coriander|candy sweets|fries chips|takeout takeaway
grocery groceries|bathroom restroom toilet loo|garden yard|lawyer lawyers attorney attorneys solicitor solicitors
colleague colleagues coworker coworkers|resume cv|intern trainee|fired sacked dismissed
repair repaired fix fixed mend mended|cancel cancelled canceled|postpone postponed rescheduled
allergy allergies allergic|shot jab vaccination vaccine|glasses spectacles|stove cooker hob
first 1st|second 2nd|third 3rd|fourth 4th|fifth 5th|sixth 6th|seventh 7th|eighth 8th|ninth 9th|tenth 10th|eleventh 11th|twelfth 12th
couch settee|refund reimbursement|bucks dollars|quid pounds|maths math mathematics
`;
