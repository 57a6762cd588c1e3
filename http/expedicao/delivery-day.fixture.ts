import { sql } from 'drizzle-orm'
import { type Answer, testServer, type TestServer } from '../../fixtures/test-server'
import { SYSTEM } from '../db/pool'
import type { Services } from '../platform/app'
import { rememberPosition } from './posicao/posicao'

/** A town with known places, two vehicles, and as many sales waiting for delivery as a test asks for. */
export interface DeliveryDay {
  readonly server: TestServer
  readonly vehicles: readonly number[]
  /** A closed sale of a new customer, at the next place of the town. */
  sale(values?: object): Promise<number>
  post(path: string, body?: object): Promise<Answer>
  // As `Answer`: tests read answers of many shapes.
  // oxlint-disable-next-line typescript/no-explicit-any
  get(path: string): Promise<any>
  /** An open route with these many new sales, in the order they were made. */
  route(count: number, values?: object): Promise<{ readonly id: number; readonly sales: readonly number[] }>
  /** A plan with these many new sales, calculated. */
  plan(count: number, values?: object): Promise<{ readonly id: number; readonly sales: readonly number[] }>
}

const TOWN = 4106902
const PLACES = 60

/** A street of the town, some hundred metres from the next. */
export const street = (number: number) => ({
  CEP: `8001${String(number).padStart(4, '0')}`,
  xLgr: `Rua ${number}`,
  nro: '10',
  xBairro: number % 2 === 0 ? 'Centro' : 'Água Verde',
  UF: 'PR',
  cMun: TOWN,
})

export async function deliveryDay(options: Partial<Services> = {}): Promise<DeliveryDay> {
  const server = await testServer(options)
  await server.pool.transaction(SYSTEM, async (db) => {
    await db.execute(sql`insert into municipio (id, "xMun", "UF") values (${TOWN}, 'Curitiba', 'PR')`)
    await db.execute(
      sql`update empresa set "UF" = 'PR', "cMun" = ${TOWN}, "CEP" = '80010000' where id = ${server.empresa_id}`,
    )
    for (let number = 1; number <= PLACES; number++)
      await rememberPosition({ db }, street(number), {
        place: [-49.27 + ((number * 37) % 41) / 500, -25.43 + ((number * 17) % 41) / 500],
        source: 'manual',
      })
  })
  const carrier = await server.insert('transportadora', { xNome: 'Frota própria' })
  const vehicle = { transportadora_id: carrier.id, UF: 'PR', capacidade_volumes: 12 }
  const vehicles: number[] = []
  for (const placa of ['AAA1A11', 'BBB2B22']) vehicles.push((await server.insert('veiculo', { ...vehicle, placa })).id)
  const operation = (await server.insert('tipo_entrada_saida', { descricao: 'Venda', tipo: 1 })).id
  const post = (path: string, body: object = {}) => server.admin('POST', `/api/expedicao/${path}`, body)
  let customers = 0
  const sale = async (values: object = {}): Promise<number> => {
    const number = ++customers
    const customer = { xNome: `Cliente ${number}`, fone: '41999990000', ...street(number) }
    const head = {
      empresa_id: server.empresa_id,
      cliente_id: (await server.insert('cliente', customer)).id,
      tipo_entrada_saida_id: operation,
      dhAbertura: '2026-11-20T12:00:00Z',
      dhFechamento: '2026-11-20T12:00:00Z',
      volumes: 1,
      ...values,
    }
    return (await server.insert('venda', head)).id
  }
  const sold = async (count: number): Promise<number[]> => {
    const sales: number[] = []
    for (let at = 0; at < count; at++) sales.push(await sale())
    return sales
  }
  const plan: DeliveryDay['plan'] = async (count, values = {}) => {
    const sales = await sold(count)
    const veiculo_list = vehicles.map((veiculo_id) => ({ veiculo_id }))
    const { id } = (await post('roteirizacao', { dRota: '2026-11-23', segundos: 1, veiculo_list, ...values })).body
    await post(`roteirizacao/${id}/add_entregas`, { ids: sales })
    await post(`roteirizacao/${id}/calcular`)
    await server.runJobs()
    return { id, sales }
  }
  return {
    server,
    vehicles,
    sale,
    post,
    get: async (path) => (await server.admin('GET', `/api/expedicao/${path}`)).body,
    route: async (count, values = {}) => {
      const { id } = (await post('rota', { veiculo_id: vehicles[0], dRota: '2026-11-23', ...values })).body
      const sales = await sold(count)
      if (count > 0) await post(`rota_venda/${id}/addVendas`, { vendas: sales })
      return { id, sales }
    },
    plan,
  }
}
