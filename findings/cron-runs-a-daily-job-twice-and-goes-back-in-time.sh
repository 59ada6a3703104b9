#!/bin/sh
# cron 4.4.0, under the schedules of NestJS: on the day on which clocks go back, in zones whose summer time is not the one that the code has in mind, it gives times that the rule
# does not have, and times before the one that it was asked to start from. Its README says of timeZone that it "sets the execution time zone"; a time of a
# rule is one whose hour and minute are in the pattern, and the next one comes after the last. An hour that seems to stand twice is taken away from every time found, without
# looking whether the result still matches.
# Seen: "30 2 * * *" in Europe/Dublin on 25 October 2026 at 01:30 and at 02:30, in Africa/Cairo "30 0 * * *" at 23:30 of the day before, too; in Australia/Sydney the times of
# "*/20 1-3 * * *" on 5 April 2026 go back 40 minutes after the second 02:00, again and again, and 03:00 is never reached. In Europe/Berlin all are right.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts cron@4.4.0 >/dev/null
cat > run.mjs <<'JS'
import { CronTime } from 'cron';

function timesOf(rule, zone, start, count) {
  const cron = new CronTime(rule, zone);
  const times = [];
  let from = new Date(start);
  for (let nth = 0; nth < count; nth += 1) {
    const next = cron.getNextDateFrom(from, zone);
    times.push({ shown: next.setZone(zone).toFormat('dd HH:mm'), isBack: next.toMillis() <= from.getTime() });
    from = next.toJSDate();
  }
  const shown = times.map((time) => time.shown).join(', ');
  const back = times.filter(({ isBack }) => isBack).length;
  console.log(`cron 4.4.0: ${rule} in ${zone}: ${shown}; ${back} times back`);
  return { shown, back };
}
const berlin = timesOf('30 2 * * *', 'Europe/Berlin', '2026-10-24T20:00:00Z', 2);
const dublin = timesOf('30 2 * * *', 'Europe/Dublin', '2026-10-24T20:00:00Z', 2);
const cairo = timesOf('30 0 * * *', 'Africa/Cairo', '2026-10-29T12:00:00Z', 2);
const sydney = timesOf('*/20 1-3 * * *', 'Australia/Sydney', '2026-04-04T12:00:00Z', 30);
const same =
  berlin.shown === '25 02:30, 26 02:30' &&
  dublin.shown === '25 01:30, 25 02:30' &&
  cairo.shown === '29 23:30, 30 00:30' &&
  sydney.back > 3 &&
  !sydney.shown.includes('03:00');
process.exit(same ? 0 : 1);
JS
node run.mjs
