import { afterAll, beforeAll } from 'vitest'
import { type NfseOptions, type NfseSimulator, startNfse } from '../../../fixtures/simulators/nfse/start'
import type { TestServer } from '../../../fixtures/test-server'
import type { Services } from '../../platform/app'
import { openIssuer, ok, run } from '../nota/issuing.fixture'

/** A company that may issue notes of services, services of two codes, and the simulator of the national system beside. */

let server: TestServer
let nacional: NfseSimulator
let ids: Ids
// As they are from before the first test on.
export { ids, nacional, server }

interface Ids {
  readonly serie: number
  readonly customer: number
  readonly person: number
  readonly labour: number
  readonly training: number
  readonly later: number
}

/** The company and the national system for all tests of a file. */
export function servicesTest(options?: NfseOptions): void {
  let ends: () => Promise<void>
  beforeAll(async () => {
    ends = await openServices(options)
  })
  afterAll(() => ends())
}

/** Begins the company and the national system; what is answered ends them. */
export async function openServices(
  options: NfseOptions = {},
  services: Partial<Services> = {},
): Promise<() => Promise<void>> {
  nacional = await startNfse(options)
  const issuer = await openIssuer({ schemas: options.schemas }, { nfseUrl: nacional.url, ...services })
  ;({ server } = issuer)
  const { empresa_id } = server
  const insert = async (resource: string, values: object) => (await server.insert(resource, { ...values })).id
  const [town] = await run(`select "cMun" from empresa where id = ${empresa_id}`)
  await ok('POST', '/api/nfse/municipio', { cMun: town?.cMun, cTribNac: '14', pAliq: 2, dInicio: '2020-01-01' })
  ids = {
    serie: await insert('serie_numero', { empresa_id, tpDoc: 2, serie: 1, tpAmb: 2 }),
    customer: issuer.ids.customer,
    person: await insert('cliente', { xNome: 'Ana Pessoa', CNPJ_CPF: '52998224725', email: 'ana@pessoa.example' }),
    labour: (await ok('POST', '/api/srv/servico', LABOUR)).id,
    training: (await ok('POST', '/api/srv/servico', TRAINING)).id,
    later: issuer.ids.later,
  }
  return async () => {
    await nacional.stop()
    await issuer.sefaz.stop()
    await server.close()
  }
}

const LABOUR = {
  descricao: 'Conserto de máquina',
  codigo: 'MO',
  valor: 1000,
  un: 'h',
  cTribNac: '14.01.01',
  cNBS: '115022000',
  pISS: 2,
  cClassTrib: '000001',
  cIndOp: '100301',
  pTotTribFed: 13.45,
  pTotTribMun: 2,
}
/** Training, of which a company keeps back the ISS and federal taxes. */
const TRAINING = {
  ...LABOUR,
  descricao: 'Treinamento',
  codigo: 'TR',
  cTribNac: '080201',
  tpRetISSQN: 2,
  pRetIRRF: 1.5,
  pRetCP: 11,
  pRetCSLL: 4.65,
}

export const ORDERS = '/api/srv/ordem_servico'

/** A finished order of some services, which says that it issues a note of them. */
export async function finished(
  services: readonly object[] = [{ servico_id: ids.labour }],
  head: object = {},
): Promise<number> {
  const { id } = await ok('POST', ORDERS, {
    cliente_id: ids.customer,
    geraNFe: 2,
    ordem_servico_servicos: services,
    ...head,
  })
  await ok('POST', `${ORDERS}/${id}/finalizarOrdemServico`)
  const { vTotal } = await ok('GET', `${ORDERS}/${id}`)
  await ok('PUT', `${ORDERS}/${id}`, {
    ordem_servico_duplicatas: [{ vDup: vTotal, dVencimento: '2099-01-01', pagamento_id: ids.later }],
  })
  return id
}

/** An invoiced order with what it issued. */
export async function billed(...given: Parameters<typeof finished>) {
  const order = await finished(...given)
  await ok('POST', `${ORDERS}/${order}/faturarOrdemServico`)
  return { order, note: (await notesOf(order)).at(-1) }
}

/** The notes of an order, the oldest first. */
export async function notesOf(ordem_servico_id: number) {
  const where = encodeURIComponent(JSON.stringify({ ordem_servico_id }))
  return (await ok('GET', `/api/nfse/nfse?orderBy=id&sortedBy=asc&where=${where}`)).data
}

export const nfseById = (id: number) => ok('GET', `/api/nfse/nfse/${id}`)

/** Lets everything that waits go out, and tells the note as it is then. */
export async function sentNfse(id: number) {
  await server.runJobs()
  return nfseById(id)
}

/** Whatever waits for its time is due now, and goes out. */
export async function hurriedNfse(id: number) {
  await run(
    `update troca set "dhProxima" = date_trunc('second', now()) where status in ('na_fila', 'incerta', 'recebida')`,
  )
  return sentNfse(id)
}
