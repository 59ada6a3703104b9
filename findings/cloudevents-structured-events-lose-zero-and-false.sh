#!/bin/sh
# cloudevents 10.0.0: an event in structured mode whose data is 0, false, null or the empty string loses it when it is read. The CloudEvents JSON format, section 3.1 (handling of
# data): the value of the member data may be any JSON value, and a reader takes it as the data of the event. What the package writes itself is right; HTTP.toEvent gives an event
# without data, and no error, so that "the score is 0" and "there is no score" are the same. In a batch the same event keeps its data. In binary mode (HTTP binding, section 3.1:
# the body is the data, in the format its content type names) a body of application/json that is a number or a truth value is read as a string, as if it stood in quotation marks,
# while arrays and objects are read as JSON.
# Seen: structured: 0, false and "" are undefined, 1 and "a" are kept; in a batch all are kept; binary: the bodies 0, true and [0] give "0", "true" and [0].
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts cloudevents@10.0.0 >/dev/null
cat > run.mjs <<'JS'
import { CloudEvent, HTTP } from 'cloudevents';

const event = (data) => new CloudEvent({ id: '1', source: '/agents/one', type: 'score.given', datacontenttype: 'application/json', data });
const outcome = (read) => {
  try {
    const data = read();
    return data === undefined ? 'nothing' : JSON.stringify(data);
  } catch (error) {
    return error.constructor.name;
  }
};
const tried = [0, false, '', 1, 'a'].map((data) => {
  const message = HTTP.structured(event(data));
  const written = JSON.stringify(JSON.parse(message.body).data);
  const structured = outcome(() => HTTP.toEvent(message).data);
  const batch = outcome(() => HTTP.toEvent({ headers: { 'content-type': 'application/cloudevents-batch+json' }, body: `[${message.body}]` })[0].data);
  console.log(`cloudevents 10.0.0: data ${JSON.stringify(data)}: written ${written}, read structured ${structured}, read in a batch ${batch}`);
  return [written, structured, batch].join(' ');
});
const { headers } = HTTP.binary(event([0]));
const binary = ['0', 'true', '[0]'].map((body) => outcome(() => HTTP.toEvent({ headers, body }).data)).join(' ');
console.log(`cloudevents 10.0.0: binary, ${headers['content-type']}: the bodies 0 true [0] give ${binary}`);
const expected = ['0 nothing 0', 'false nothing false', '"" nothing ""', '1 1 1', '"a" "a" "a"'];
process.exit(binary === '"0" "true" [0]' && tried.every((seen, at) => seen === expected[at]) ? 0 : 1);
JS
node run.mjs
