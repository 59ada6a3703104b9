import { z } from 'zod';
import { PROFILE_NAME } from './profile-name';

const profileShape = z.strictObject({
  url: z.string().optional(),
  key: z.string().optional(),
  'key-file': z.string().optional(),
  home: z.string().optional(),
});
const profilesShape = z.strictObject({
  current: z.string().regex(PROFILE_NAME),
  profiles: z.record(z.string().regex(PROFILE_NAME), profileShape),
});

/** Throws where this is no file of profiles. */
export const parseProfiles = (value: unknown): z.infer<typeof profilesShape> => profilesShape.parse(value);

/** What {@link parseProfiles}, or the JSON parser, has refused. */
export function describeProblem(error: Error): string {
  const [issue] = error instanceof z.ZodError ? error.issues : [];
  return issue ? `${issue.path.join('.')}: ${issue.message}` : error.message;
}
