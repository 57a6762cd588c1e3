import { addDays } from '../../../core/br/civil-date'
import { today } from '../../../fixtures/test-clock'
import { sql } from 'drizzle-orm'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, expect } from 'vitest'
import { asOwner } from '../../../fixtures/as-owner'
import { testCertificate } from '../../../fixtures/certificates'
import { type SefazOptions, type SefazSimulator, startSefaz } from '../../../fixtures/simulators/sefaz/start'
import { testCnpj, testServer, type TestServer } from '../../../fixtures/test-server'
import { bookFaults } from '../../books'
import { SYSTEM } from '../../db/pool'
import type { Services } from '../../platform/app'
import { rowsOf } from '../../platform/context'

/** A company that may issue, its goods, a customer of the same state and one of another, and the tax authority's simulator beside. */

let server: TestServer
let sefaz: SefazSimulator
let ids: Ids
// As they are from before the first test on.
export { ids, sefaz, server }

interface Ids {
  readonly serie: number
  readonly serieNfce: number
  readonly rule: number
  readonly sells: number
  readonly customer: number
  readonly far: number
  readonly consumer: number
  readonly product: number
  readonly cash: number
  readonly later: number
}

const PASSWORD = 'senha-do-certificado'
const ADDRESS = { xLgr: 'Rua das Flores', nro: '100', xBairro: 'Centro', CEP: '80010000', UF: 'PR', cMun: 4106902 }
const TOWNS = [
  [4106902, 'Curitiba', 'PR'],
  [3550308, 'São Paulo', 'SP'],
] as const

/** The company and the authority for all tests of a file: `server`, `sefaz` and `ids` are there in tests and their hooks. */
export function issuerTest(options?: SefazOptions): void {
  beforeAll(async () => {
    await openIssuer(options)
  })
  afterAll(async () => {
    await sefaz.stop()
    await server.close()
  })
}

/** Begins the company and the authority. Called before all; whoever calls it ends them. */
export async function openIssuer(options: SefazOptions = {}, services: Partial<Services> = {}) {
  sefaz = await startSefaz(options)
  server = await testServer({ sefazUrl: sefaz.url, schemasDir: options.schemas, ...services })
  const { empresa_id } = server
  await run(
    `insert into municipio (id, "xMun", "UF") values ${TOWNS.map(([id, name, uf]) => `(${id}, '${name}', '${uf}')`).join(', ')} on conflict do nothing`,
  )
  await ok('PUT', `/api/empresa/${empresa_id}`, { ...ADDRESS, IE: '1234567850', CRT: 3, fone: '4133334444' })
  await run(
    `update configuracao set value = '11222333000181; Suporte; suporte@prumo.example; 41 3333-0000' where name = 'FISCAL_RESP_TEC'`,
  )
  await certified()
  const insert = async (resource: string, values: object) => (await server.insert(resource, { ...values })).id
  const cfop = (destino: number, CFOP: string, contribuinte: number | null = null) => ({
    origem: 2,
    st: 0,
    destino,
    CFOP,
    contribuinte,
  })
  const sells = await ok('POST', '/api/tipo_entrada_saida', {
    descricao: 'Venda',
    natOp: 'Venda de mercadoria',
    movimenta_estoque: false,
    cfop_list: [cfop(1, '5102'), cfop(2, '6102'), cfop(2, '6108', 0), cfop(3, '7102')],
  })
  const rule = await ok('POST', '/api/nfe/tributacao', RULE)
  ids = {
    serie: await insert('serie_numero', { empresa_id, tpDoc: 1, serie: 1, tpAmb: 2 }),
    serieNfce: await insert('serie_numero', { empresa_id, tpDoc: 3, serie: 1, tpAmb: 2 }),
    rule: rule.id,
    sells: sells.id,
    customer: await insert('cliente', {
      ...ADDRESS,
      xNome: 'Mercado Exemplo Ltda',
      CNPJ_CPF: testCnpj(50),
      IE: '1234567850',
    }),
    far: await insert('cliente', {
      ...ADDRESS,
      UF: 'SP',
      cMun: 3550308,
      xNome: 'Loja de São Paulo Ltda',
      CNPJ_CPF: testCnpj(51),
      IE: '110042490114',
    }),
    consumer: await insert('cliente', { xNome: 'Consumidor' }),
    product: await insert('mercadoria', { codigo: 'Q1', xProd: 'Queijo', NCM: '04061010' }),
    cash: await insert('pagamento', { descricao: 'Dinheiro', tPag: '01' }),
    later: await insert('pagamento', { descricao: 'Boleto', tPag: '15' }),
  }
  return { server, sefaz, ids }
}

/** Of the normal regime, 18 % in the state and 12 % beyond, PIS and COFINS not cumulative, IBS and CBS whole. */
export const RULE = {
  descricao: 'Queijos',
  taxCode: '00',
  pICMS: 12,
  cstPIS: '01',
  pPIS: 1.65,
  cstCOFINS: '01',
  pCOFINS: 7.6,
  cstIBSCBS: '000',
  cClassTrib: '000001',
} as const

/** Gives the company a certificate of its own. */
export async function certified(): Promise<void> {
  const form = new FormData()
  form.set('file', new File([testCertificate({ id: testCnpj(1), password: PASSWORD })], 'empresa.pfx'))
  form.set('keyPass', PASSWORD)
  const { status, body } = await server.admin('POST', `/api/empresa/${server.empresa_id}/uploadCert`, form)
  expect(status, JSON.stringify(body)).toBe(200)
}

export const run = (text: string) => server.pool.transaction(SYSTEM, (db) => rowsOf({ db }, sql.raw(text)))
export const call: TestServer['admin'] = (...args) => server.admin(...args)
export async function ok(method: string, path: string, body?: object) {
  const answer = await call(method, path, body)
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body
}
export const faults = () => asOwner(server.url, (owner: Sql) => bookFaults(owner))

const inDays = (days: number) => addDays(today(), days)

/** A sale of some cheese, open; paid in thirty days unless told. */
export async function sale(head: object = {}, line: object = {}): Promise<number> {
  const made = await ok('POST', '/api/venda', {
    cliente_id: ids.customer,
    tipo_entrada_saida_id: ids.sells,
    venda_mercadorias: [{ mercadoria_id: ids.product, qTrib: 2, vUnTrib: 10, ...line }],
    ...head,
  })
  const { vTotal } = await ok('GET', `/api/venda/${made.id}`)
  await ok('PUT', `/api/venda/${made.id}`, {
    venda_duplicatas: [{ vDup: vTotal, dVencimento: inDays(30), pagamento_id: ids.later }],
  })
  return made.id
}

/** An invoiced sale with what it issued. */
export async function invoiced(head: object = {}, line: object = {}) {
  const venda_id = await sale({ geraNFe: 1, ...head }, line)
  await ok('POST', `/api/venda/${venda_id}/fatura`)
  return { venda_id, note: await noteOf(venda_id) }
}

/** The last note of a sale. */
export async function noteOf(venda_id: number) {
  const { data } = await ok(
    'GET',
    `/api/nfe/nfe?orderBy=id&sortedBy=desc&where=${encodeURIComponent(JSON.stringify({ venda_id }))}`,
  )
  return data[0]
}

export const noteById = (id: number) => ok('GET', `/api/nfe/nfe/${id}`)

/** Lets everything that waits go out, and tells the note as it is then. */
export async function sent(id: number) {
  await server.runJobs()
  return noteById(id)
}

/** Whatever waits for its time is due now, and goes out. */
export async function hurried(id: number) {
  await run(
    `update troca set "dhProxima" = date_trunc('second', now()) where status in ('na_fila', 'incerta', 'recebida')`,
  )
  return sent(id)
}
