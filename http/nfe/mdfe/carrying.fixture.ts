import { testCnpj } from '../../../fixtures/test-server'
import { today } from '../../../fixtures/test-clock'
import { expect } from 'vitest'
import { call, faults, ids, invoiced, ok, run, sent as noteSent, server } from '../nota/issuing.fixture'

/** A company that issues notes, with a vehicle, a driver and a series of manifests. */

export interface Carrying {
  readonly veiculo_id: number
  readonly motorista_id: number | null
  readonly transportadora_id: number
}

/** A registered driver's number, made up. */
const CPF = '52998224725'

/** Gives the company what carries its goods: its own vehicle and a driver. */
export async function carrying(): Promise<Carrying> {
  await ok('PUT', `/api/mercadoria/${ids.product}`, { pesoB: '1.5' })
  const { id: transportadora_id } = await server.insert('transportadora', {
    xNome: 'Frota própria',
    CNPJ_CPF: testCnpj(1),
  })
  await server.insert('serie_numero', { empresa_id: server.empresa_id, tpDoc: 4, serie: 1, tpAmb: 2 })
  const veiculo_id = await vehicle(transportadora_id, 'ABC1D23')
  const { id: motorista_id } = await server.insert('motorista', { xNome: 'José da Silva', CNPJ_CPF: CPF })
  return { veiculo_id, motorista_id, transportadora_id }
}

/** One more vehicle of a carrier. */
export async function vehicle(transportadora_id: number, placa: string): Promise<number> {
  const { id } = await server.insert('veiculo', {
    transportadora_id,
    placa,
    UF: 'PR',
    RNTC: '12345678',
    tara: 5000,
    tpRod: '01',
    tpCar: '02',
    capacidade_kg: '10000',
  })
  return id
}

/** A sale whose note is authorised, to the customer near or to the one in São Paulo. */
export async function noted(to: 'customer' | 'far' = 'customer'): Promise<number> {
  const { venda_id, note } = await invoiced({ cliente_id: ids[to] })
  await noteSent(note.id)
  return venda_id
}

/** A route that is on its way with these sales. */
export async function underWay(by: Carrying, sales: readonly number[]): Promise<number> {
  const id = await loaded(by, sales)
  await ok('POST', `/api/expedicao/rota/${id}/libera`)
  return id
}

/** A route with these sales, still here. */
export async function loaded({ veiculo_id, motorista_id }: Carrying, sales: readonly number[]): Promise<number> {
  const { id } = await ok('POST', '/api/expedicao/rota', { veiculo_id, motorista_id, dRota: today() })
  await ok('POST', `/api/expedicao/rota_venda/${id}/addVendas`, { vendas: sales })
  return id
}

export const manifestById = (id: number) => ok('GET', `/api/nfe/mdfe/${id}`)

/** Lets everything that waits go out, and tells the manifest as it is then. */
export async function sent(id: number) {
  await server.runJobs()
  return manifestById(id)
}

/** Whatever waits for its time is due now, and goes out. */
export async function hurried(id: number) {
  await run(
    `update troca set "dhProxima" = date_trunc('second', now()) where status in ('na_fila', 'incerta', 'recebida')`,
  )
  return sent(id)
}

/** The manifests that a route makes, sent and answered. */
export async function manifested(rota_id: number, wish: object = {}) {
  const { mdfe } = await ok('POST', `/api/expedicao/rota/${rota_id}/geraMDFe`, wish)
  await server.runJobs()
  return Promise.all(mdfe.map(({ id }: { id: number }) => manifestById(id)))
}

/** Something is done with a manifest. */
export const act = (id: number, verb: string, body: object = {}) => call('POST', `/api/nfe/mdfe/${id}/${verb}`, body)

/** Ends what a test left open, so that the next one's vehicle is free. */
export async function ended(rota_id: number): Promise<void> {
  await ok('POST', `/api/expedicao/rota/${rota_id}/finaliza`, { encerra_mdfe: true })
  await server.runJobs()
  expect(await faults()).toEqual([])
}
