/** Words of English that say the same: short ones, units, and those of other countries. */
export const shortWords = `
fridge refrigerator|bike bikes bicycle bicycles|phone phones telephone telephones|cell cellphone mobile
photo photos photograph photographs pic pics picture pictures|tv telly television televisions|exam exams examination examinations
lab labs laboratory laboratories|gym gymnasium|flu influenza|vet veterinarian|doc docs document documents documentation|info information
app apps application applications|config configs configuration configurations|repo repos repository repositories|db database databases|prod production
env environment|auth authentication|admin admins administrator administrators|k8s kubernetes|dev devs developer developers
spec specs specification specifications|max maximum|min minimum|min mins minute minutes|temp temperature|temp temporary|approx approximately
dept department|mgr manager|asst assistant|appt appointment appointments|bday birthday birthdays|prof professor|doctor doctors dr
apt apartment apartments flat flats|mum mom mother|dad father|grandma grandmother|grandpa grandfather|kid kids child children|pyjamas pajamas pjs
aeroplane airplane plane|doughnut donut|yoghurt yogurt|tyre tyres tire tires|grey gray|cheque cheques check checks|jewellery jewelry|kerb curb
moustache mustache|neighbour neighbor|colour color|favourite favorite|theatre theater|centre center|litre litres liter liters
metre metres meter meters|kilometre kilometres kilometer kilometers km kms|centimetre centimetres centimeter centimeters cm
millimetre millimetres millimeter millimeters mm|kilogram kilograms kilo kilos kg kgs|gram grams gramme grammes|pound pounds lb lbs|ounce ounces oz
hour hours hr hrs|second seconds sec secs|week weeks wk wks|month months mth mths|year years yr yrs|number numbers nr|street st|avenue ave|road rd
hospital clinic|lorry lorries truck trucks|lift elevator|holiday vacation holidays vacations|petrol gasoline|trousers pants|sofa couch|biscuit cookie
rubbish trash garbage|password passwords passcode pwd|wifi wlan|laptop notebook|movie movies film films|shop store shops stores
car cars automobile automobiles|job jobs
`;
