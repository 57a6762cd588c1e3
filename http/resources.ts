import { sum } from './area'
import { areas } from './areas'
import type { Resource } from './platform/resource'

const own = new Set(areas.flatMap((one) => one.resources))

/** Every resource of the API: the sum of what the areas name, then of areas declared by tests. Importing this defines all that is served. */
export const resources: readonly Resource[] = [...own, ...sum('resources').filter((one) => !own.has(one))]
