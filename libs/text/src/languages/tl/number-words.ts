import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words:
    '1 isang|2 dalawang|3 tatlong|5 limang|7 pitong|8 walong|10 labing|*10 pu|30 tatlumpu|40 apatnapu|50 limampu|60 animnapu|70 pitumpu|' +
    '80 walumpu|90 siyamnapu|*100 daan daang raan raang|*1000 libo libong|*1000000 milyon milyong',
  and: 'at t na',
};
