import { expect } from 'vitest'
import type { EdiVersion } from '../../../core/edi/edi-file'
import { testCnpj } from '../../../fixtures/test-server'
import { call, ids, invoiced, ok, sent, server } from '../../nfe/nota/issuing.fixture'

/** A company that issues notes, and a carrier that brings its goods. */

export const CARRIER = testCnpj(77)
export const OWN = testCnpj(1)
export const PATH = '/api/expedicao/edi'

let transportadora_id = 0
let files = 0

/** Registers the carrier, and the supplier that it is when it charges. */
export async function openCarrier(): Promise<void> {
  transportadora_id = (await server.insert('transportadora', { xNome: 'Transportes Exemplo', CNPJ_CPF: CARRIER })).id
  await server.insert('fornecedor', { xNome: 'Transportes Exemplo', CNPJ_CPF: CARRIER })
}

export const carrierId = (): number => transportadora_id

/** What a file begins with: no two are alike. */
export const head = (version: EdiVersion = '3.0a') => ({ version, carrier: CARRIER, name: `T${++files}` })

/** A sale with its authorised note, which this carrier brings. */
export async function shipped(values: object = {}, line: object = {}) {
  const { venda_id, note } = await invoiced(
    { cliente_id: ids.customer, transportadora_id, tpFrete: 0, ...values },
    line,
  )
  const { serie, nNF, status, chNFe } = await sent(note.id)
  expect(status).toBe(3)
  return { venda_id, chNFe, note: { issuer: OWN, series: Number(serie), number: Number(nNF) } }
}

export function upload(text: string, { as = call, name = 'arquivo.txt', more = {} }: Uploading = {}) {
  const form = new FormData()
  form.set('file', new File([text], name))
  for (const [key, value] of Object.entries(more)) form.set(key, value)
  return as('POST', PATH, form)
}

interface Uploading {
  readonly as?: typeof call
  readonly name?: string
  readonly more?: Readonly<Record<string, string>>
}

/** A file that is taken in. */
export async function taken(text: string) {
  const { status, body } = await upload(text)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

const where = (values: object) => encodeURIComponent(JSON.stringify(values))
/** The lines of a file, and what is told of a sale, the first first. */
export const linesOf = async (edi_id: number) =>
  (await ok('GET', `/api/edi_linha?orderBy=id&sortedBy=asc&where=${where({ edi_id })}`)).data
export const invoicesOf = async (edi_id: number) =>
  (await ok('GET', `/api/edi_fatura?orderBy=id&sortedBy=asc&where=${where({ edi_id })}`)).data
export const tracking = async (venda_id: number) =>
  (await ok('GET', `/api/venda_rastreio?orderBy=dhOcorrencia&sortedBy=asc&where=${where({ venda_id })}`)).data
