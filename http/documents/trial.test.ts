import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../../fixtures/as-owner'
import { testServer, type TestServer } from '../../fixtures/test-server'
import { bookFaults } from '../books'

/** What a change would do: asked by `?simula=1`, run as always, told, and rolled back without a trace. */

let server: TestServer
let ids: { compra: number; saida: number; supplier: number; customer: number; product: number }
const call: TestServer['admin'] = (...args) => server.admin(...args)
const REASON = { xJust: 'Lançado por engano no teste' }

beforeAll(async () => {
  server = await testServer()
  const { empresa_id } = server
  await server.insert('armazenamento', { empresa_id, codigo: 'A', xArmazenamento: 'Principal', padrao: true })
  const un = (await server.insert('unidade', { un: 'UN', decimal: 0 })).id
  const made = [
    await server.insert('tipo_entrada_saida', { descricao: 'Compra', tipo: 0, padrao: 0 }),
    await server.insert('tipo_entrada_saida', { descricao: 'Venda', tipo: 1, padrao: 1 }),
    await server.insert('fornecedor', { xNome: 'Metais do Sul' }),
    await server.insert('cliente', { xNome: 'Maria Exemplo' }),
    await server.insert('mercadoria', { xProd: 'Parafuso', unidade_id: un, q_minimo: '8' }),
  ]
  const [compra = 0, saida = 0, supplier = 0, customer = 0, product = 0] = made.map((one) => one.id)
  ids = { compra, saida, supplier, customer, product }
  for (const event_type of ['VENDA_FECHADA', 'ESTOQUE_BAIXO', 'ENTRADA_CANCELADA'])
    await server.insert('empresa_webhook', { empresa_id, event_type, webhook_url: 'https://loja.example/aviso' })
})
afterAll(() => server.close())

async function ok(method: string, path: string, body?: object) {
  const answer = await call(method, path, body)
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body
}
const told = async (path: string, body: object = {}) => (await ok('POST', `${path}?simula=1`, body)).efeitos
const phrases = (effects: object): string[] =>
  Object.values(effects).flatMap((list: { frase: string }[]) => list.map((one) => one.frase))

/** Every table, rows and all, but who is signed in; the queue of jobs too. */
const everything = () =>
  asOwner(server.url, async (owner) => {
    const tables = await owner<{ name: string }[]>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'graphile_worker') and tablename <> 'sessao' order by 1`
    const found: Record<string, unknown> = {}
    for (const { name } of tables) {
      const [row] = await owner.unsafe(`select md5(string_agg(t::text, '|' order by t::text)) as rows from ${name} t`)
      found[name] = row?.rows
    }
    return found
  })

/** A purchase order that was received: its goods are in stock, its payments are owed. */
async function received(): Promise<{ order: number; entry: number }> {
  const { id } = await ok('POST', '/api/compras/pedido_compra', {
    fornecedor_id: ids.supplier,
    pedido_compra_mercadorias: [{ mercadoria_id: ids.product, qTrib: 10, vUnTrib: 2 }],
  })
  const path = `/api/compras/pedido_compra/${id}`
  await ok('POST', `${path}/addPagamento`, { string: '30/60' })
  await ok('POST', `${path}/fecha`)
  const { entrada_id } = await ok('POST', `${path}/finaliza`)
  await ok('POST', `/api/entrada/${entrada_id}/finaliza`)
  return { order: id, entry: entrada_id }
}

async function sale(): Promise<number> {
  const { id } = await ok('POST', '/api/venda', {
    cliente_id: ids.customer,
    tipo_entrada_saida_id: ids.saida,
    venda_mercadorias: [{ mercadoria_id: ids.product, qTrib: 3, vUnTrib: 10 }],
    venda_duplicatas: [{ n: 1, dVencimento: '2027-01-10', vDup: 30 }],
  })
  return id
}

describe('what would be done', () => {
  it('of a dispatch: stock by product, the change of the sale, and what others would be told', async () => {
    await received()
    const id = await sale()
    const effects = await told(`/api/venda/${id}/fecha`)
    expect(effects.estoque).toEqual([
      {
        frase: 'Sai do estoque: 3 UN de Parafuso, R$ 6,00 (de 10 para 7).',
        empresa_id: server.empresa_id,
        mercadoria_id: ids.product,
        xProd: 'Parafuso',
        quantidade: -3,
        valor: -6,
        antes: 10,
        depois: 7,
      },
    ])
    expect(effects.documentos).toMatchObject([
      { frase: `Altera Venda nº ${id}.`, acao: 'altera', recurso: 'venda', id },
    ])
    expect(effects.documentos[0].campos.map((one: { campo: string }) => one.campo)).toContain('dhFechamento')
    expect(effects.mensagens).toMatchObject([
      { meio: 'webhook', assunto: 'Estoque no mínimo ou abaixo', para: `Mercadoria nº ${ids.product}` },
      { frase: `Avisa por webhook: Venda fechada (expedida) · Venda nº ${id}.`, meio: 'webhook' },
    ])
  })

  it('of an invoicing: money by title', async () => {
    const id = await sale()
    await ok('POST', `/api/venda/${id}/fecha`)
    expect((await told(`/api/venda/${id}/fatura`)).titulos).toEqual([
      {
        frase: `Abre conta a receber ${id}/1: R$ 30,00, vencimento 10/01/2027.`,
        tipo: 'receber',
        numero: `${id}/1`,
        dVencimento: '2027-01-10',
        valor: 30,
      },
    ])
    await ok('POST', `/api/venda/${id}/cancela`, REASON)
  })

  it('of a cancelled order: its entry goes, with stock and payables', async () => {
    const { order, entry } = await received()
    const effects = await told(`/api/compras/pedido_compra/${order}/cancela`, REASON)
    expect(effects.documentos.map((one: { frase: string }) => one.frase)).toEqual([
      `Cancela Entrada nº ${entry}.`,
      `Cancela Pedido de compra nº ${order}.`,
    ])
    expect(effects.estoque).toMatchObject([{ quantidade: -10, valor: -20 }])
    expect(effects.titulos).toMatchObject([
      { tipo: 'pagar', valor: -10 },
      { tipo: 'pagar', valor: -10 },
    ])
  })

  it('of an entry that goes: its order is opened again; what is made is told by its worth, without a number', async () => {
    const { order, entry } = await received()
    expect(phrases(await told(`/api/entrada/${entry}/cancela`, REASON))).toContain(
      `Reabre Pedido de compra nº ${order}.`,
    )
    await ok('POST', `/api/entrada/${entry}/cancela`, REASON)
    const effects = await told(`/api/compras/pedido_compra/${order}/finaliza`)
    expect(effects.documentos).toMatchObject([
      { frase: 'Gera Entrada de R$ 20,00.', acao: 'gera', recurso: 'entrada', id: null },
      { acao: 'altera', id: order },
    ])
  })

  it('of a deletion and of a change, too', async () => {
    const id = await sale()
    const effects = await ok('DELETE', `/api/venda/${id}?simula=1`)
    expect(effects.efeitos.documentos).toMatchObject([{ acao: 'exclui', recurso: 'venda', id }])
    const change = await ok('PUT', `/api/venda/${id}?simula=true`, { obs: 'x' })
    expect(change.efeitos.documentos[0].campos).toEqual([{ campo: 'obs', de: null, para: 'x' }])
    expect((await ok('GET', `/api/venda/${id}`)).obs).toBeNull()
  })
})

describe('a trial', () => {
  it('leaves nothing: no row anywhere, no message, no job, no used up key', async () => {
    const { entry } = await received()
    const id = await sale()
    const before = await everything()
    const key = { 'Idempotency-Key': 'tentativa' }
    for (const path of [`/api/venda/${id}/fecha`, `/api/entrada/${entry}/cancela`])
      for (const method of ['POST', 'GET']) {
        const query = `simula=1&xJust=${encodeURIComponent(REASON.xJust)}`
        const answer = await call(method, `${path}?${query}`, method === 'POST' ? REASON : undefined, key)
        expect(answer, path).toMatchObject({ status: 200, body: { simulado: true } })
      }
    expect(await everything()).toEqual(before)
    const done = await call('POST', `/api/venda/${id}/fecha`, {}, key)
    expect(done).toMatchObject({ status: 200, body: { status: 2 } })
    expect(await asOwner(server.url, bookFaults)).toEqual([])
  })

  it('400 and 403 as the action itself', async () => {
    const id = await sale()
    expect(await call('POST', `/api/venda/${id}/fatura?simula=1`)).toMatchObject({
      status: 400,
      body: { code: 'not_closed' },
    })
    const reader = await server.user({ permissions: ['show venda'] })
    expect(await reader('POST', `/api/venda/${id}/fecha?simula=1`)).toMatchObject({ status: 403 })
  })

  it('400 where an outside service is asked first, and of what is no change of a record: nothing is done', async () => {
    const refused = { status: 400, body: { code: 'no_trial' } }
    expect(await call('POST', `/api/cliente/${ids.customer}/verificaWhatsApp?simula=1`)).toMatchObject(refused)
    const form = new FormData()
    form.append('file', new File(['<x/>'], 'nota.xml'))
    expect(await call('POST', '/api/compras/nfe_compra/uploadXML?simula=1', form)).toMatchObject(refused)
  })
})
