import { expect, it } from 'vitest'
import { documentsWithSteps } from '../../http/documents/steps'
import { resourceNamed } from '../../http/platform/resource'
import { ROLE_NAMES } from '../../core/access/words'
import { permissionsOf } from './roles'

it('a role that may do a step of a document may create what the step makes', () => {
  const lacking = Object.keys(ROLE_NAMES).flatMap((role) => {
    const held = new Set(permissionsOf(role))
    return documentsWithSteps().flatMap(({ resource, steps }) =>
      Object.entries(steps).flatMap(([passo, { makes }]) => {
        const rights = Object.keys(makes ?? {}).map((name) => `store ${resourceNamed(name).right}`)
        const may = rights.length === 0 || rights.some((right) => held.has(right))
        return held.has(`edit ${resource.right}`) && !may
          ? [`${role}: ${resource.name}.${passo} asks ${rights.join()}`]
          : []
      }),
    )
  })
  expect(lacking).toEqual([])
})
