import { areParticles } from './particles';

test.each(['가', '는', '한테만', '에서도', '까지는', '이가'])(
  '%s behind a Korean name is no part of the name',
  (letters) => {
    expect(areParticles(letters)).toBe(true);
  },
);

test.each(['빌', '국어', 's', '', '가나라마바사아자차카타파하'])('"%s" is no particle', (letters) => {
  expect(areParticles(letters)).toBe(false);
});
