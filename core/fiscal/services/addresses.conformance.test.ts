import { describe, expect, it } from 'vitest'
import { conformance, hasConformance } from '../../../fixtures/conformance'
import { UFS } from '../../br/uf'
import { authoriser, serviceAddress } from './authoriser'
import { hostsAndPaths } from './addresses'
import type { Authoriser } from './place'
import { type Service, SERVICES } from './service'

interface Row {
  readonly authoriser: Authoriser
  readonly environment: string
  readonly service: string
  readonly method: string
  readonly operation: string
  readonly url: string
}

const NAMES: Readonly<Record<string, Service>> = {
  NfeStatusServico: 'status',
  NfeAutorizacao: 'authorise',
  NfeRetAutorizacao: 'receipt',
  NfeConsultaProtocolo: 'query',
  RecepcaoEvento: 'event',
  RecepcaoEPEC: 'epec',
  NfeInutilizacao: 'void',
  NfeConsultaCadastro: 'taxpayer',
  NfeDistribuicaoDFe: 'distribution',
}

describe.skipIf(!hasConformance)('addresses', () => {
  it.each(['55', '65'] as const)('of model %s are those of the official list', (mod) => {
    const { rows } = conformance<{ rows: readonly Row[] }>(`fiscal/tables/webservices-nfe-mod${mod}.json`)
    const asked = rows.filter((row) => row.url !== '' && Object.hasOwn(NAMES, row.service))
    const wrong = asked.filter((row) => {
      const service = NAMES[row.service] ?? 'status'
      const tpAmb = row.environment === 'producao' ? '1' : '2'
      // The list writes the NFC-e's event of two UFs without its 4, at addresses that have it.
      const operation = row.operation === 'NFeRecepcaoEvento' ? 'NFeRecepcaoEvento4' : row.operation
      // SVC-RS is asked for registers at SVRS.
      const known = row.authoriser === 'SVCRS' && service === 'taxpayer'
      return (
        !known &&
        (hostsAndPaths(row.authoriser, service, { tpAmb, mod }) !== row.url ||
          SERVICES[service].operation !== operation)
      )
    })
    expect(wrong.map(({ authoriser: who, service, url }) => `${who} ${service} ${url}`)).toEqual([])
    expect(asked.length).toBeGreaterThan(70)
  })

  it('of each UF and model are of the authority that serves it, under the names that it uses', () => {
    const table = conformance<Record<'55' | '65', Record<string, string>>>('fiscal/tables/autorizadores.json')
    for (const { sigla } of UFS)
      for (const mod of ['55', '65'] as const)
        expect(`${sigla} ${authoriser({ UF: sigla, mod, tpEmis: '1' })}`).toBe(`${sigla} ${table[mod][sigla]}`)
    const { rows } = conformance<{ rows: readonly Row[] }>('fiscal/tables/webservices-nfe-mod55.json')
    for (const { sigla } of UFS) {
      const own = authoriser({ UF: sigla, mod: '55', tpEmis: '1' })
      const row = rows.find(
        (one) =>
          one.authoriser === own &&
          one.service === 'NfeConsultaCadastro' &&
          one.url !== '' &&
          one.environment === 'producao',
      )
      if (!row) continue
      const { action } = serviceAddress('taxpayer', { UF: sigla, tpAmb: '1', mod: '55', tpEmis: '1' })
      expect(`${sigla} ${action}`).toMatch(new RegExp(`/${row.method}$`))
    }
  })
})
