/** Header names on the wire. */
export const HEADER = {
  id: 'Nats-Msg-Id',
  expectedStream: 'Nats-Expected-Stream',
  expectedLastId: 'Nats-Expected-Last-Msg-Id',
  position: 'Crumb-Position',
  epoch: 'Crumb-Epoch',
  trail: 'Crumb-Trail',
  key: 'Crumb-Key',
  transfer: 'Crumb-Transfer',
  part: 'Crumb-Part',
  parts: 'Crumb-Parts',
  continueTo: 'Crumb-Go-On',
  traceparent: 'traceparent',
} as const;
