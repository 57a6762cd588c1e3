import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testCnpj, type TestServer } from '../../../fixtures/test-server'
import {
  call,
  entered,
  faults,
  held,
  inDays,
  moved,
  ok,
  openStore,
  output,
  product,
  sale,
  stockOf,
} from '../output.fixture'

/** Other outputs: what they reserve nobody else takes, what they take leaves from there, and undoing gives it back. */

let server: TestServer
let ids: Awaited<ReturnType<typeof openStore>>['ids']
beforeAll(async () => {
  ;({ server, ids } = await openStore())
})
afterAll(() => server.close())

const act = (id: number, verb: string, body?: object) => call('POST', `/api/estoque/saida/${id}/${verb}`, body)
const did = (id: number, verb: string, body?: object) => ok('POST', `/api/estoque/saida/${id}/${verb}`, body)
const REASON = { xJustCancelamento: 'Cancelada no teste' }

describe('separating', () => {
  it('reserves what expires first, where it lies; it is no longer free, and nothing has left', async () => {
    const id = await product({ controla_lote: 2 })
    await entered(id, 10, [
      { nLote: 'NOVO', dVal: inDays(90), qTrib: 6 },
      { nLote: 'VELHO', dVal: inDays(20), qTrib: 4 },
    ])
    const { id: doc } = await output(id, 5)
    const after = await did(doc, 'separar')
    expect(after).toMatchObject({ status: 1 })
    expect(after.dhExpedicao).not.toBeNull()
    expect(await held('saida', doc)).toEqual(['A VELHO 4', 'A NOVO 1'])
    expect(await stockOf(id)).toEqual([10, 5, 5])
    expect(await moved('saida', doc)).toEqual([])
    expect(await faults()).toEqual([])
  })

  it('a sale does not take what is reserved, not even one that may go below zero', async () => {
    const id = await product()
    await entered(id, 10)
    const { id: doc } = await output(id, 8)
    await did(doc, 'separar')
    const sold = await sale(id, 3)
    expect(await call('POST', `/api/venda/${sold}/fecha`)).toMatchObject({
      status: 400,
      body: { code: 'no_stock', message: 'Estoque insuficiente: Queijo (faltam 1, 8 em reserva).' },
    })
    expect(await call('POST', `/api/venda/${sold}/fecha`, { confirmaSemEstoque: true })).toMatchObject({
      status: 400,
      body: { code: 'reserved', message: `Estoque reservado para outros documentos: Queijo (Saída nº ${doc}).` },
    })
    expect(await stockOf(id)).toEqual([10, 8, 2])
  })

  it('an entry whose goods are reserved is not cancelled', async () => {
    const id = await product()
    const entry = await entered(id, 5)
    await did((await output(id, 1)).id, 'separar')
    expect(
      await call('POST', `/api/entrada/${entry.id}/cancela`, { xJust: 'Nota recusada no recebimento' }),
    ).toMatchObject({ status: 400, body: { code: 'no_stock' } })
    expect(await stockOf(id)).toEqual([5, 1, 4])
  })

  it('400 no_stock above what is free, and nothing is reserved; 400 no_items without goods', async () => {
    const id = await product()
    await entered(id, 2)
    const { id: doc } = await output(id, 3)
    expect(await act(doc, 'separar')).toMatchObject({ status: 400, body: { code: 'no_stock' } })
    expect(await held('saida', doc)).toEqual([])
    const empty = await output(id, 1, {}, { saida_mercadoria_list: [] })
    expect(await act(empty.id, 'separar')).toMatchObject({ status: 400, body: { code: 'no_items' } })
  })

  it('50 clients at once reserve the last 10 pieces: 10 pass', async () => {
    const id = await product()
    await entered(id, 10)
    const docs = await Promise.all(Array.from({ length: 50 }, () => output(id, 1)))
    const answers = await Promise.all(docs.map((one) => act(one.id, 'separar')))
    expect(answers.filter((one) => one.status === 200)).toHaveLength(10)
    expect(answers.filter((one) => one.body.code === 'no_stock')).toHaveLength(40)
    expect(await stockOf(id)).toEqual([10, 10, 0])
    expect(await faults()).toEqual([])
  })

  it('is told before it is done, and nothing is reserved by telling it', async () => {
    const id = await product()
    await entered(id, 3)
    const { id: doc } = await output(id, 2)
    const { efeitos } = await ok('POST', `/api/estoque/saida/${doc}/separar?simula=1`)
    expect(JSON.stringify(efeitos)).toContain('Reserva 2 de Queijo.')
    expect(await held('saida', doc)).toEqual([])
    expect(await stockOf(id)).toEqual([3, 0, 3])
  })
})

describe('finalising', () => {
  it('takes what was reserved, from there, at its value, and tells each line its cost', async () => {
    const id = await product({ controla_lote: 2 })
    await entered(id, 4, [{ nLote: 'L1', dVal: inDays(90), qTrib: 4 }])
    const { id: doc } = await output(id, 3)
    await did(doc, 'separar')
    // A lot that comes later and expires first changes nothing of what is reserved.
    await entered(id, 4, [{ nLote: 'L0', dVal: inDays(9), qTrib: 4 }], 4)
    await did(doc, 'finalizar')
    expect(await moved('saida', doc)).toEqual(['A L1 -3 -9'])
    expect(await held('saida', doc)).toEqual([])
    const after = await ok('GET', `/api/estoque/saida/${doc}`)
    expect(after).toMatchObject({ status: 4, vTotal: 9, saida_mercadoria_list: [{ vCusto: 9, vTotal: 9 }] })
    expect(await stockOf(id)).toEqual([5, 0, 5])
    expect(await faults()).toEqual([])
  })

  it('straight from open too; nothing where the output moves no stock', async () => {
    const id = await product()
    await entered(id, 4)
    const { id: straight } = await output(id, 1, { armazenamento_id: ids.near })
    await did(straight, 'finalizar')
    expect(await moved('saida', straight)).toEqual(['A – -1 -2'])
    const { id: paper } = await output(id, 99, {}, { movimenta_estoque: false })
    await did(paper, 'separar')
    await did(paper, 'finalizar')
    expect(await moved('saida', paper)).toEqual([])
    expect(await stockOf(id)).toEqual([3, 0, 3])
    expect(await faults()).toEqual([])
  })

  it('400 lot_blocked where the lot was recalled after it was reserved', async () => {
    const id = await product({ controla_lote: 2 })
    await entered(id, 2, [{ nLote: 'R1', dVal: null, qTrib: 2 }])
    const { id: doc } = await output(id, 2)
    await did(doc, 'separar')
    const [lot] = (await ok('GET', `/api/estoque/mercadoria_lote?where={"mercadoria_id":${id}}`)).data
    await ok('PUT', `/api/estoque/mercadoria_lote/${lot.id}`, { bloqueado: true, xMotivoBloqueio: 'Recolhido' })
    expect(await act(doc, 'finalizar')).toMatchObject({
      status: 400,
      body: { code: 'lot_blocked', message: 'O lote R1 de Queijo foi bloqueado depois da reserva.' },
    })
    await did(doc, 'cancelar', REASON)
    // It lies there, held by nobody, and is not for use while its lot is blocked.
    expect(await stockOf(id)).toEqual([2, 0, 0])
    await ok('PUT', `/api/estoque/mercadoria_lote/${lot.id}`, { bloqueado: false })
    expect(await stockOf(id)).toEqual([2, 0, 2])
  })

  it.each(['separar', 'finalizar'])(
    'happens once: %s again is refused, and what is done is not changed',
    async (verb) => {
      const id = await product()
      await entered(id, 4)
      const doc = await output(id, 1)
      await did(doc.id, verb)
      expect((await act(doc.id, verb)).status).toBe(400)
      expect((await call('PUT', `/api/estoque/saida/${doc.id}`, { obs: 'x' })).status).toBe(400)
      const [line] = doc.saida_mercadoria_list
      expect((await call('DELETE', `/api/estoque/saida_mercadoria/${line.id}`)).status).toBe(400)
    },
  )
})

describe('cancelling', () => {
  it.each([
    ['what is reserved is free again', ['separar'], [5, 0, 5]],
    ['what left comes back, at the same value, of the same lot', ['separar', 'finalizar'], [5, 0, 5]],
    ['also where it was not separated', ['finalizar'], [5, 0, 5]],
  ])('%s', async (_, verbs, left) => {
    const id = await product({ controla_lote: 2 })
    await entered(id, 5, [{ nLote: 'L1', dVal: inDays(30), qTrib: 5 }])
    const { id: doc } = await output(id, 3)
    for (const verb of verbs) await did(doc, verb)
    expect(await act(doc, 'cancelar', { xJustCancelamento: 'curta' })).toMatchObject({
      status: 422,
      body: { message: 'Digite no mínimo 15 caracteres.' },
    })
    await did(doc, 'cancelar', { xJustCancelamento: 'quinze letras .' })
    expect(await ok('GET', `/api/estoque/saida/${doc}`)).toMatchObject({
      status: 5,
      xJustCancelamento: 'quinze letras .',
    })
    expect(await stockOf(id)).toEqual(left)
    expect(await held('saida', doc)).toEqual([])
    expect(await faults()).toEqual([])
  })

  it('after which others take what was held', async () => {
    const id = await product()
    await entered(id, 2)
    const { id: doc } = await output(id, 2)
    await did(doc, 'separar')
    await did(doc, 'cancelar', REASON)
    await ok('POST', `/api/venda/${await sale(id, 2)}/fecha`)
    expect(await stockOf(id)).toEqual([0, 0, 0])
  })

  it('and finalising at once: one after the other, and in the end everything is there', async () => {
    const id = await product()
    await entered(id, 2)
    const { id: doc } = await output(id, 2)
    await did(doc, 'separar')
    const [finalised, cancelled] = await Promise.all([act(doc, 'finalizar'), act(doc, 'cancelar', REASON)])
    expect(cancelled.status).toBe(200)
    // What is finalised can be cancelled; what is cancelled cannot be finalised.
    if (finalised.status !== 200) expect(finalised).toMatchObject({ status: 400, body: { code: 'cancelled' } })
    expect((await moved('saida', doc)).length).toBe(finalised.status === 200 ? 2 : 0)
    expect(await ok('GET', `/api/estoque/saida/${doc}`)).toMatchObject({ status: 5 })
    expect(await stockOf(id)).toEqual([2, 0, 2])
    expect(await faults()).toEqual([])
  })
})

describe('whom goods go to', () => {
  it('is one of four kinds, by the name of the kind and a number', async () => {
    const id = await product()
    const staff = (await server.insert('colaborador', { xNome: 'João Exemplo' })).id
    for (const [type, who, name] of [
      ['fornecedor', ids.supplier, 'Laticínios do Sul'],
      ['colaborador', staff, 'João Exemplo'],
      ['empresa', server.empresa_id, 'Empresa de Teste Ltda'],
    ] as const) {
      const made = await output(id, 1, {}, { destinatario_type: type, destinatario_id: who })
      expect(made).toMatchObject({ destinatario_id: who, destinatario: { id: who, xNome: name }, cliente_id: null })
    }
  })

  it('422 without one, or one that is not there', async () => {
    expect((await call('POST', '/api/estoque/saida', {})).status).toBe(422)
    const body = { destinatario_type: 'fornecedor', saida_mercadoria_list: [] }
    expect(await call('POST', '/api/estoque/saida', body)).toMatchObject({ status: 422 })
    expect((await call('POST', '/api/estoque/saida', { ...body, destinatario_id: 99999 })).status).toBe(422)
    expect((await call('POST', '/api/estoque/saida', { destinatario_type: 'motorista' })).status).toBe(422)
  })

  it("422 a company that is not the caller's, by whichever name it comes", async () => {
    const other = (await server.insert('empresa', { xNome: 'Alheia Ltda', CNPJ_CPF: testCnpj(31) })).id
    const clerk = await server.user({ permissions: ['show saida', 'edit saida', 'store saida'] })
    const to = (body: object) => clerk('POST', '/api/estoque/saida', { destinatario_type: 'empresa', ...body })
    expect(await to({ empresa_destino_id: other })).toMatchObject({
      status: 422,
      body: { errors: { empresa_destino_id: ['Selecione um registro válido.'] } },
    })
    expect((await to({ destinatario_id: other })).status).toBe(422)
    const own = await to({ empresa_destino_id: server.empresa_id })
    expect(own.status).toBe(201)
    const moved = await clerk('PUT', `/api/estoque/saida/${own.body.id}`, { empresa_destino_id: other })
    expect(moved.status).toBe(422)
  })

  it('422 a lot of another product', async () => {
    const [id, other] = [await product(), await product()]
    await entered(other, 1, [{ nLote: 'X', dVal: null, qTrib: 1 }])
    const [lot] = (await ok('GET', `/api/estoque/mercadoria_lote?where={"mercadoria_id":${other}}`)).data
    const answer = await call('POST', '/api/estoque/saida', {
      destinatario_id: ids.customer,
      saida_mercadoria_list: [{ mercadoria_id: id, qTrib: 1, lote_id: lot.id }],
    })
    expect(answer.body.message).toBe('Este lote é de outra mercadoria.')
  })

  it('403 without the right; 404 of another company; the cost is for those who may know it', async () => {
    const id = await product()
    await entered(id, 4)
    const { id: doc } = await output(id, 1)
    const looks = await server.user({ permissions: ['show saida'] })
    expect((await looks('POST', `/api/estoque/saida/${doc}/separar`)).status).toBe(403)
    await did(doc, 'finalizar')
    expect((await looks('GET', `/api/estoque/saida/${doc}`)).body.saida_mercadoria_list[0]).not.toHaveProperty('vCusto')
    const other = (await server.insert('empresa', { xNome: 'Outra Ltda', CNPJ_CPF: '00000000000191' })).id
    const stranger = await server.user({ permissions: ['show saida', 'edit saida'], empresas: [other] })
    expect((await stranger('GET', `/api/estoque/saida/${doc}`)).status).toBe(404)
    expect((await stranger('POST', `/api/estoque/saida/${doc}/cancelar`, REASON)).status).toBe(404)
  })
})
