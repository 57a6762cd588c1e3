import { describe, expect, it } from 'vitest'
import { conformance, hasConformance } from '../../../fixtures/conformance'
import { MANIFEST_SERVICES, manifestAddress, type ManifestService } from './services'

interface Row {
  readonly environment: string
  readonly service: string
  readonly method: string
  readonly url: string
}

const services = Object.keys(MANIFEST_SERVICES).filter((one): one is ManifestService =>
  Object.hasOwn(MANIFEST_SERVICES, one),
)

describe.skipIf(!hasConformance)('addresses of the MDF-e', () => {
  it.each(services)('%s is where the official list has it, by its method', (service) => {
    const { rows } = conformance<{ mdfe: { rows: readonly Row[] } }>('fiscal/tables/webservices-outros.json').mdfe
    const { operation, method } = MANIFEST_SERVICES[service]
    const listed = rows.filter((row) => row.service === operation)
    expect(listed.map((row) => [row.environment, row.method, row.url]).toSorted()).toEqual(
      (['2', '1'] as const).map((tpAmb) => [
        tpAmb === '1' ? 'producao' : 'homologacao',
        method,
        manifestAddress(service, tpAmb).url,
      ]),
    )
  })
})
