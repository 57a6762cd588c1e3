import { openStore, ok, product } from '../../estoque/output.fixture'
import type { TestServer } from '../../../fixtures/test-server'

/** A workshop: a company with goods, a service, a customer with an equipment, and a technician with a location of their own. */

export const ORDERS = '/api/srv/ordem_servico'

export interface Workshop {
  readonly server: TestServer
  readonly customer: number
  readonly labour: number
  readonly equipment: number
  readonly technician: number
  /** The technician's location, `T`. */
  readonly van: number
  /** The usual location, `A`, and another, `B`. */
  readonly near: number
  readonly far: number
  readonly cash: number
}

/** Begins a workshop, in a database of its own. Called before all. */
export async function openWorkshop(options: Parameters<typeof openStore>[0] = {}): Promise<Workshop> {
  const { server, ids } = await openStore(options)
  const { empresa_id } = server
  const van = (await server.insert('armazenamento', { empresa_id, codigo: 'T', xArmazenamento: 'Furgão' })).id
  const technician = (await server.insert('colaborador', { xNome: 'Téo Técnico', armazenamento_id: van })).id
  const labour = await ok('POST', '/api/srv/servico', { descricao: 'Mão de obra', codigo: 'MO', valor: 80, un: 'h' })
  const equipment = await ok('POST', '/api/srv/equipamento', {
    cliente_id: ids.customer,
    descricao: 'Furadeira',
    marca: 'Marca',
    nSerie: 'SN-1',
  })
  return {
    server,
    customer: ids.customer,
    labour: labour.id,
    equipment: equipment.id,
    technician,
    van,
    near: ids.near,
    far: ids.far,
    cash: (await server.insert('pagamento', { descricao: 'Boleto', tPag: '15' })).id,
  }
}

/** A part that costs R$ 3,00 and is sold for R$ 10,00, so many of it in the usual location. */
export async function part(
  q: number,
  entered: (id: number, q: number, lots: readonly [], cost: number) => Promise<unknown>,
): Promise<number> {
  const id = await product({ xProd: 'Rolamento' })
  if (q > 0) await entered(id, q, [], 3)
  return id
}

/** An open order of the customer, with an hour of labour and these goods at R$ 10,00. */
export const order = async (
  { customer, labour, equipment, technician }: Workshop,
  goods: readonly object[],
  head: object = {},
): Promise<number> =>
  (
    await ok('POST', ORDERS, {
      cliente_id: customer,
      equipamento_id: equipment,
      colaborador_id: technician,
      defeito: 'Não liga',
      ordem_servico_servicos: [{ servico_id: labour }],
      ordem_servico_mercadorias: goods.map((one) => ({ qTrib: 1, vUnTrib: 10, ...one })),
      ...head,
    })
  ).id
