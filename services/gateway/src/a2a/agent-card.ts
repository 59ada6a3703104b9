import { A2A_PATH, type AgentCardJson } from '@crumbtrail/contracts/http/a2a';
import { PRODUCT_VERSION } from '@crumbtrail/platform';
import type { ReachableAgent } from '../agents/publications';

/** The version of A2A that is spoken. */
export const A2A_VERSION = '1.0';

const BINDINGS = ['JSONRPC', 'HTTP+JSON'] as const;

/** What every card says. */
export const CAPABILITIES = { streaming: true, pushNotifications: true, extendedAgentCard: false } as const;

/** Required by the protocol. */
const DEFAULT_TAGS = ['agent'];

const SECURITY = {
  securitySchemes: {
    key: { httpAuthSecurityScheme: { scheme: 'Bearer', description: 'An API key of Crumbtrail of a person.' } },
  },
  // The role of the key. What is signed leaves out empty lists: with one, this could be changed unseen.
  securityRequirements: [{ schemes: { key: { list: ['writer'] } } }],
};

/** The interfaces of an agent at an address. */
export const interfacesAt = (url: string): AgentCardJson['supportedInterfaces'] =>
  BINDINGS.map((protocolBinding) => ({ url, protocolBinding, protocolVersion: A2A_VERSION }));

/** The card of a published agent, whose gateway has this address. */
export function toAgentCard({ agent, definition }: ReachableAgent, origin: string): AgentCardJson {
  const { name = agent, publish, output_schema } = definition;
  const { description = `${name}, an agent of Crumbtrail`, tags = [] } = publish?.a2a ?? {};
  return {
    name,
    description,
    version: PRODUCT_VERSION,
    supportedInterfaces: interfacesAt(`${origin}${A2A_PATH}${agent}`),
    capabilities: CAPABILITIES,
    ...SECURITY,
    defaultInputModes: ['text/plain', 'application/json', '*/*'],
    defaultOutputModes: [output_schema ? 'application/json' : 'text/plain'],
    skills: [{ id: agent, name, description, tags: tags.length === 0 ? DEFAULT_TAGS : tags }],
  };
}
