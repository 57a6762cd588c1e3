import * as fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../../../fixtures/as-owner'
import { testServer, type TestServer } from '../../../fixtures/test-server'
import { bookFaults } from '../../books'

/** Returns of sales: never more than was sold, at the cost that left, as credit, as less that is owed or paid back; and credit, never below zero. */

let server: TestServer
let ids: {
  compra: number
  saida: number
  supplier: number
  shelf: number
  back: number
  boleto: number
  credit: number
}
const call: TestServer['admin'] = (...args) => server.admin(...args)
const REASON = { xMotivoCancelamento: 'Devolvida por engano no teste' }
const RETURN = '/api/comercial/venda_devolucao'

beforeAll(async () => {
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
  ]
  const [compra = 0, saida = 0, supplier = 0, shelf = 0, back = 0, boleto = 0, credit = 0] = made.map((one) => one.id)
  ids = { compra, saida, supplier, shelf, back, boleto, credit }
})
afterAll(() => server.close())

afterEach(async () => {
  expect(await asOwner(server.url, bookFaults)).toEqual([])
})

async function ok(method: string, path: string, body?: object) {
  const answer = await call(method, path, body)
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body
}

const customer = async (): Promise<number> => (await server.insert('cliente', { xNome: 'Maria Exemplo' })).id

/** A product that was bought: 10 for R$ 100,00 where nothing else is said. */
async function bought(qCom = 10, vUnCom = 10): Promise<number> {
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
async function dispatched({ cliente_id, mercadoria_id, qTrib = 3, vUnTrib = 20, dues }: Selling) {
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

async function sold(selling: Selling) {
  const sale = await dispatched(selling)
  await ok('POST', `/api/venda/${sale.id}/fatura`)
  return ok('GET', `/api/venda/${sale.id}`)
}

interface Sale {
  readonly id: number
  readonly venda_mercadorias: readonly { readonly id: number }[]
}

const asked = (sale: Sale, devolver: number, head: object = {}) =>
  call('POST', RETURN, {
    venda_id: sale.id,
    ...head,
    devolucao_mercadoria_list: [{ venda_mercadoria_id: sale.venda_mercadorias[0]?.id, devolver }],
  })

async function returned(sale: Sale, devolver: number, head: object = {}) {
  const made = await asked(sale, devolver, head)
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  await ok('POST', `${RETURN}/${made.body.id}/finaliza`)
  return ok('GET', `${RETURN}/${made.body.id}`)
}

const where = (filter: object) => encodeURIComponent(JSON.stringify(filter))
const creditsOf = async (cliente_id: number): Promise<{ id: number; vSaldo: number; vCredito: number }[]> =>
  (await ok('GET', `/api/cliente_credito?where=${where({ cliente_id })}&perPage=100`)).data
const balance = async (cliente_id: number) =>
  (await creditsOf(cliente_id)).reduce((sum, one) => Math.round((sum + one.vSaldo) * 100) / 100, 0)
const receivables = async (documento_id: number) =>
  (
    await ok(
      'GET',
      `/api/contas_receber?where=${where({ documento: 'venda', documento_id })}&orderBy=parcela&sortedBy=asc`,
    )
  ).data
const stock = async (id: number) => {
  const { q_total, vCustoMedio } = await ok('GET', `/api/mercadoria/${id}`)
  return { q: q_total, average: vCustoMedio }
}

describe('a return', () => {
  it('is of an invoiced sale, whose customer it has, and takes no more than was sold', async () => {
    const [cliente_id, mercadoria_id] = [await customer(), await bought()]
    const open = await dispatched({ cliente_id, mercadoria_id })
    expect(await asked(open, 1)).toMatchObject({
      status: 422,
      body: { errors: { venda_id: [expect.stringContaining('não está faturada')] } },
    })
    const sale = await sold({ cliente_id, mercadoria_id })
    expect(await asked(sale, 4)).toMatchObject({ status: 422 })
    expect(await asked(sale, 1, { geraNFe: 1 })).toMatchObject({
      status: 422,
      body: { errors: { geraNFe: [expect.stringContaining('ainda não')] } },
    })
    const made = await asked(sale, 2)
    expect(made.body).toMatchObject({
      cliente_id,
      status: 0,
      geraCredito: 1,
      acaoEstoque: 1,
      geraNFe: 0,
      vTotal: 40,
      devolucao_mercadoria_list: [{ devolver: 2, qTrib: 3, vTotal: 40, venda_mercadoria: { qTrib: 3 } }],
    })
    expect(await asked(sale, 1, { venda_id: open.id })).toMatchObject({ status: 422 })
  })

  it('tells what it will do, then gives credit and an open entry at the cost that left', async () => {
    const [cliente_id, mercadoria_id] = [await customer(), await bought()]
    const sale = await sold({ cliente_id, mercadoria_id, qTrib: 4 })
    const { id } = (await asked(sale, 3)).body
    const { efeitos } = await ok('POST', `${RETURN}/${id}/finaliza?simula=1`)
    expect(efeitos.creditos.map((one: { frase: string }) => one.frase)).toEqual([
      'Dá crédito a Maria Exemplo: R$ 60,00.',
    ])
    expect(efeitos.avisos.map((one: { frase: string }) => one.frase)).toEqual([
      expect.stringMatching(/^Voltam a A, ao custo com que saíram: R\$ 30,00: 3 Parafuso/),
      'Nenhuma nota é emitida.',
    ])
    expect(efeitos.documentos.map((one: { frase: string }) => one.frase)).toContain('Gera Entrada de R$ 30,00.')
    expect(await balance(cliente_id)).toBe(0)

    const done = await ok('POST', `${RETURN}/${id}/finaliza`)
    expect(done).toMatchObject({ status: 4, vTotal: 60, vCredito: 60, vAbatido: 0, vReembolso: 0 })
    expect(await balance(cliente_id)).toBe(60)
    const entry = await ok('GET', `/api/entrada/${done.entrada_id}`)
    expect(entry).toMatchObject({ status: 0, cliente_id, fornecedor_id: null, vTotal: 30 })
    await ok('POST', `/api/entrada/${entry.id}/finaliza`)
    expect(await stock(mercadoria_id)).toEqual({ q: 9, average: 10 })
  })

  it('comes back at the cost that it left with, whatever goods cost since', async () => {
    const [cliente_id, mercadoria_id] = [await customer(), await bought(3, 3.3333)]
    const sale = await sold({ cliente_id, mercadoria_id })
    const parts = []
    for (const devolver of [1, 1, 1]) {
      const { entrada_id, vTotal } = await returned(sale, devolver, { armazenamento_id: ids.back })
      const entry = await ok('GET', `/api/entrada/${entrada_id}`)
      parts.push(entry.vTotal)
      expect(vTotal).toBe(20)
      expect(entry.entrada_mercadorias[0].armazenamento_id).toBe(ids.back)
    }
    expect(parts).toEqual([3.33, 3.34, 3.33])
    expect(await asked(sale, 1)).toMatchObject({
      status: 422,
      body: {
        errors: {
          'devolucao_mercadoria_list.0.devolver': [expect.stringMatching(/foram vendidos 3 e 3 já voltaram\.$/)],
        },
      },
    })
  })

  it('owes less: what is due first first, and what is owed no more is credit', async () => {
    const [cliente_id, mercadoria_id] = [await customer(), await bought()]
    const sale = await sold({
      cliente_id,
      mercadoria_id,
      qTrib: 2,
      dues: [
        [15, ids.boleto],
        [25, ids.boleto],
      ],
    })
    const first = await returned(sale, 1, { geraCredito: 0 })
    expect(first).toMatchObject({ vAbatido: 20, vCredito: 0 })
    expect((await receivables(sale.id)).map((one: { vSaldo: number }) => one.vSaldo)).toEqual([0, 20])
    await ok('POST', `${RETURN}/${first.id}/cancela`, REASON)
    expect((await receivables(sale.id)).map((one: { vSaldo: number }) => one.vSaldo)).toEqual([15, 25])
    const whole = await returned(sale, 2, { geraCredito: 0, acaoEstoque: 0 })
    expect(whole).toMatchObject({ vAbatido: 40, vCredito: 0, entrada_id: null })
  })

  it('is paid back: a credit that was given and spent', async () => {
    const [cliente_id, mercadoria_id] = [await customer(), await bought()]
    const sale = await sold({ cliente_id, mercadoria_id })
    const done = await returned(sale, 1, { geraCredito: 2 })
    expect(done).toMatchObject({ vReembolso: 20, vCredito: 0 })
    expect(await creditsOf(cliente_id)).toMatchObject([{ vCredito: 20, vSaldo: 0 }])
    await ok('POST', `${RETURN}/${done.id}/cancela`, REASON)
  })

  it('is cancelled with its credit and its open entry, or says by name what was used', async () => {
    const [cliente_id, mercadoria_id] = [await customer(), await bought()]
    const sale = await sold({ cliente_id, mercadoria_id })
    const done = await returned(sale, 1)
    expect(await call('POST', `${RETURN}/${done.id}/cancela`, { xMotivoCancelamento: 'curto' })).toMatchObject({
      status: 422,
      body: { message: 'O motivo do cancelamento precisa ter mais de 15 caracteres' },
    })
    expect(await call('POST', `/api/venda/${sale.id}/cancela`, REASON)).toMatchObject({
      status: 400,
      body: { code: 'returned', message: `Cancele antes a devolução nº ${done.id}, que é desta venda.` },
    })
    const next = await sold({ cliente_id, mercadoria_id, qTrib: 1, dues: [[20, ids.credit]] })
    const used = await call('POST', `${RETURN}/${done.id}/cancela`, REASON)
    expect(used).toMatchObject({ status: 400, body: { code: 'credit_used' } })
    expect(used.body.message).toContain(`Venda nº ${next.id} (R$ 20,00)`)
    await ok('POST', `/api/venda/${next.id}/cancela`, REASON)
    await ok('POST', `/api/entrada/${done.entrada_id}/finaliza`)
    expect((await call('POST', `${RETURN}/${done.id}/cancela`, REASON)).body).toMatchObject({
      code: 'received',
      message: `A entrada nº ${done.entrada_id} já foi finalizada: cancele a entrada antes.`,
    })
    await ok('POST', `/api/entrada/${done.entrada_id}/cancela`, { xJust: REASON.xMotivoCancelamento })
    expect(await ok('GET', `${RETURN}/${done.id}`)).toMatchObject({ status: 2, entrada_id: null })
    expect(await balance(cliente_id)).toBe(0)
    await ok('POST', `${RETURN}/${done.id}/cancela`, REASON)
    expect((await returned(sale, 3)).vTotal).toBe(60)
  })

  it('403 finalised without the right to create entries', async () => {
    const sale = await sold({ cliente_id: await customer(), mercadoria_id: await bought() })
    const { id } = (await asked(sale, 1)).body
    const clerk = await server.user({ permissions: ['edit venda_devolucao', 'show venda'] })
    expect((await clerk('POST', `${RETURN}/${id}/finaliza`)).status).toBe(403)
  })

  it('takes what is left once, when 50 clients finalise at the same time', async () => {
    const [cliente_id, mercadoria_id] = [await customer(), await bought()]
    const sale = await sold({ cliente_id, mercadoria_id, qTrib: 10 })
    const made = await Promise.all(Array.from({ length: 50 }, () => asked(sale, 1)))
    const answers = await Promise.all(made.map(({ body }) => call('POST', `${RETURN}/${body.id}/finaliza`)))
    expect(answers.filter((one) => one.status === 200)).toHaveLength(10)
    expect(answers.filter((one) => one.body.code === 'too_much')).toHaveLength(40)
    expect(await balance(cliente_id)).toBe(200)
  })

  it('gives what its lines gave, in whatever parts a sale comes back', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 6 }), fc.integer({ min: 1, max: 9999 }), async (qTrib, cents) => {
        const [cliente_id, mercadoria_id] = [await customer(), await bought(qTrib, 7.77)]
        const vUnTrib = cents / 100
        const sale = await sold({
          cliente_id,
          mercadoria_id,
          qTrib,
          vUnTrib,
          dues: [[Math.round(qTrib * cents) / 100, ids.boleto]],
        })
        const one = await returned(sale, 1)
        const rest = await returned(sale, qTrib - 1)
        expect(Math.round((one.vTotal + rest.vTotal) * 100)).toBe(qTrib * cents)
        expect(Math.round((await balance(cliente_id)) * 100)).toBe(qTrib * cents)
      }),
      { numRuns: 6 },
    )
  })
})

describe('credit', () => {
  it('pays instalments of the next sale, and is given back when that is cancelled', async () => {
    const [cliente_id, mercadoria_id] = [await customer(), await bought()]
    await returned(await sold({ cliente_id, mercadoria_id }), 2)
    const sale = await sold({
      cliente_id,
      mercadoria_id,
      qTrib: 2,
      dues: [
        [30, ids.credit],
        [10, ids.boleto],
      ],
    })
    expect(
      (await receivables(sale.id)).map(({ vSaldo, vPago }: { vSaldo: number; vPago: number }) => [vSaldo, vPago]),
    ).toEqual([
      [0, 30],
      [10, 0],
    ])
    expect(await balance(cliente_id)).toBe(10)
    await ok('POST', `/api/venda/${sale.id}/cancela`, REASON)
    expect(await balance(cliente_id)).toBe(40)
  })

  it('400 for more than there is: nothing is invoiced', async () => {
    const [cliente_id, mercadoria_id] = [await customer(), await bought()]
    const sale = await dispatched({ cliente_id, mercadoria_id, qTrib: 1, dues: [[20, ids.credit]] })
    expect(await call('POST', `/api/venda/${sale.id}/fatura`)).toMatchObject({
      status: 400,
      body: { code: 'no_credit', message: 'Crédito insuficiente: o cliente tem R$ 0,00, e são R$ 20,00.' },
    })
    expect(await receivables(sale.id)).toEqual([])
  })

  it('is never below zero, when 50 clients spend it at the same time', async () => {
    const [cliente_id, mercadoria_id] = [await customer(), await bought(100, 1)]
    await returned(await sold({ cliente_id, mercadoria_id, qTrib: 3, vUnTrib: 30 }), 3)
    const sales = await Promise.all(
      Array.from({ length: 50 }, () => dispatched({ cliente_id, mercadoria_id, qTrib: 1, dues: [[20, ids.credit]] })),
    )
    const answers = await Promise.all(sales.map(({ id }) => call('POST', `/api/venda/${id}/fatura`)))
    expect(answers.filter((one) => one.status === 200)).toHaveLength(4)
    expect(answers.filter((one) => one.body.code === 'no_credit')).toHaveLength(46)
    expect(await balance(cliente_id)).toBe(10)
  })
})
