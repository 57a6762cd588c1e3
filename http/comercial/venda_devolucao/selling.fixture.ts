import { expect } from 'vitest'
import { testServer, type TestServer } from '../../../fixtures/test-server'

/** A company that buys, sells and takes back, for tests: what every one of them does first. */

let server: TestServer
let ids: {
  compra: number
  saida: number
  supplier: number
  shelf: number
  back: number
  boleto: number
  credit: number
  cash: number
}
export const call: TestServer['admin'] = (...args) => server.admin(...args)
export const REASON = { xMotivoCancelamento: 'Devolvida por engano no teste' }
export const RETURN = '/api/comercial/venda_devolucao'

/** Begins a company that buys and sells, in a database of its own. Called before all. */
export async function openShop() {
  server = await testServer()
  const { empresa_id } = server
  const made = [
    await server.insert('tipo_entrada_saida', { descricao: 'Compra', tipo: 0, padrao: 0 }),
    await server.insert('tipo_entrada_saida', { descricao: 'Venda', tipo: 1, padrao: 1 }),
    await server.insert('fornecedor', { xNome: 'Metais do Sul' }),
    await server.insert('armazenamento', { empresa_id, codigo: 'A', xArmazenamento: 'Principal', padrao: true }),
    await server.insert('armazenamento', { empresa_id, codigo: 'Q', xArmazenamento: 'Quarentena' }),
    await server.insert('pagamento', { descricao: 'Boleto', tPag: '15' }),
    await server.insert('pagamento', { descricao: 'Crédito do cliente', tPag: '21' }),
    await server.insert('banco', { empresa_id, descricao: 'Caixa', padrao: true }),
  ]
  const [compra = 0, saida = 0, supplier = 0, shelf = 0, back = 0, boleto = 0, credit = 0, cash = 0] = made.map(
    (one) => one.id,
  )
  ids = { compra, saida, supplier, shelf, back, boleto, credit, cash }
  return { server, ids }
}

export async function ok(method: string, path: string, body?: object) {
  const answer = await call(method, path, body)
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body
}

export const customer = async (): Promise<number> => (await server.insert('cliente', { xNome: 'Maria Exemplo' })).id

/** A product that was bought: 10 for R$ 100,00 where nothing else is said. */
export async function bought(qCom = 10, vUnCom = 10): Promise<number> {
  const { id: mercadoria_id } = await server.insert('mercadoria', { xProd: `Parafuso ${Math.random()}` })
  const entry = await ok('POST', '/api/entrada', {
    fornecedor_id: ids.supplier,
    tipo_entrada_saida_id: ids.compra,
    entrada_mercadorias: [{ mercadoria_id, qCom, vUnCom }],
  })
  await ok('POST', `/api/entrada/${entry.id}/finaliza`)
  return mercadoria_id
}

interface Selling {
  readonly cliente_id: number
  readonly mercadoria_id: number
  readonly qTrib?: number
  readonly vUnTrib?: number
  readonly dues?: readonly (readonly [vDup: number, pagamento_id: number])[]
}

/** A sale that was dispatched; `dues` are its instalments, else all of it by boleto. */
export async function dispatched({ cliente_id, mercadoria_id, qTrib = 3, vUnTrib = 20, dues }: Selling) {
  const parts = dues ?? [[qTrib * vUnTrib, ids.boleto] as const]
  const sale = await ok('POST', '/api/venda', {
    cliente_id,
    tipo_entrada_saida_id: ids.saida,
    venda_mercadorias: [{ mercadoria_id, qTrib, vUnTrib }],
    venda_duplicatas: parts.map(([vDup, pagamento_id], at) => ({
      n: at + 1,
      dVencimento: `2027-0${at + 1}-10`,
      vDup,
      pagamento_id,
    })),
  })
  await ok('POST', `/api/venda/${sale.id}/fecha`)
  return ok('GET', `/api/venda/${sale.id}`)
}

export async function sold(selling: Selling) {
  const sale = await dispatched(selling)
  await ok('POST', `/api/venda/${sale.id}/fatura`)
  return ok('GET', `/api/venda/${sale.id}`)
}

interface Sale {
  readonly id: number
  readonly venda_mercadorias: readonly { readonly id: number }[]
}

export const asked = (sale: Sale, devolver: number, head: object = {}) =>
  call('POST', RETURN, {
    venda_id: sale.id,
    ...head,
    devolucao_mercadoria_list: [{ venda_mercadoria_id: sale.venda_mercadorias[0]?.id, devolver }],
  })

export async function returned(sale: Sale, devolver: number, head: object = {}) {
  const made = await asked(sale, devolver, head)
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  await ok('POST', `${RETURN}/${made.body.id}/finaliza`)
  return ok('GET', `${RETURN}/${made.body.id}`)
}

const where = (filter: object) => encodeURIComponent(JSON.stringify(filter))
/** A customer's credits, newest first: what each was, and what is left of it. */
export const creditsOf = async (cliente_id: number): Promise<{ id: number; vSaldo: number; vCredito: number }[]> => {
  const { data } = await ok('GET', `/api/contas_receber?where=${where({ cliente_id, tpConta: 11 })}&perPage=100`)
  return data.map(({ id, vSaldo, vDup }: Record<'id' | 'vSaldo' | 'vDup', number>) => ({
    id,
    vSaldo: -vSaldo,
    vCredito: -vDup,
  }))
}
export const balance = async (cliente_id: number) =>
  (await creditsOf(cliente_id)).reduce((sum, one) => Math.round((sum + one.vSaldo) * 100) / 100, 0)
export const receivables = async (documento_id: number) =>
  (
    await ok(
      'GET',
      `/api/contas_receber?where=${where({ documento: 'venda', documento_id })}&orderBy=parcela&sortedBy=asc`,
    )
  ).data
export const stock = async (id: number) => {
  const { q_total, vCustoMedio } = await ok('GET', `/api/mercadoria/${id}`)
  return { q: q_total, average: vCustoMedio }
}
