import { areas } from './areas'
import type { Resource } from './platform/resource'

/** Every resource of the API: the sum of what the areas name. Importing this defines all that is served. */
export const resources: readonly Resource[] = areas.flatMap((one) => one.resources)
