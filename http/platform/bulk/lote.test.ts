import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { asOwner } from '../../../fixtures/as-owner'
import { testCnpj, testServer, type Caller, type TestServer } from '../../../fixtures/test-server'
import { bookFaults } from '../../books'
import { SYSTEM } from '../../db/pool'
import { startWorker } from '../jobs/worker'

/** The same done to many records: each by its own rules, in its own transaction, with its reason where it cannot be done. */

let server: TestServer
let ids: { customer: number; product: number; sells: number; place: number }

beforeAll(async () => {
  server = await testServer()
  const made = [
    await server.insert('cliente', { xNome: 'Maria Exemplo' }),
    await server.insert('mercadoria', { xProd: 'Parafuso' }),
    await server.insert('tipo_entrada_saida', { descricao: 'Venda', tipo: 1, padrao: 1 }),
    await server.insert('armazenamento', {
      empresa_id: server.empresa_id,
      codigo: 'A',
      xArmazenamento: 'Principal',
      padrao: true,
    }),
  ]
  const [customer = 0, product = 0, sells = 0, place = 0] = made.map(({ id }) => id)
  ids = { customer, product, sells, place }
})
afterAll(() => server.close())

const sale = async (qTrib = 1): Promise<number> => {
  const { status, body } = await server.admin('POST', '/api/venda', {
    cliente_id: ids.customer,
    tipo_entrada_saida_id: ids.sells,
    armazenamento_id: ids.place,
    venda_mercadorias: qTrib === 0 ? [] : [{ mercadoria_id: ids.product, qTrib, vUnTrib: 10 }],
    venda_duplicatas: qTrib === 0 ? [] : [{ n: 1, dVencimento: '2026-12-25', vDup: qTrib * 10 }],
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}
const start = (body: object, call: Caller = server.admin, headers = {}) =>
  call('POST', '/api/tarefa/lote', body, headers)
const lote = (acao: string, records: readonly number[], dados: object = {}, recurso = 'venda') => ({
  recurso,
  acao,
  registros: records.map((id) => ({ id })),
  dados,
})
const run = async (
  body: object,
): Promise<{ task: { status: string; resultado: unknown; feito: number }; id: number }> => {
  const { status, body: answer } = await start(body)
  expect(status, JSON.stringify(answer)).toBe(200)
  await server.runJobs()
  return { task: (await server.admin('GET', `/api/tarefa/${answer.tarefa_id}`)).body, id: answer.tarefa_id }
}
const records = async (id: number, call: Caller = server.admin) => {
  const where = encodeURIComponent(JSON.stringify({ tarefa_id: id }))
  const { body } = await call('GET', `/api/sis/tarefa_registro?where=${where}&orderBy=id&sortedBy=asc&perPage=1000`)
  return body.data.map(
    (one: { registro_id: number; situacao: string; codigo: string | null; motivo: string | null }) => ({
      id: one.registro_id,
      situacao: one.situacao,
      ...(one.codigo === null ? {} : { codigo: one.codigo, motivo: one.motivo }),
    }),
  )
}
const stateOf = async (id: number) => (await server.admin('GET', `/api/venda/${id}`)).body.status
const owner = (statement: string) => server.pool.transaction(SYSTEM, (db) => db.execute(sql.raw(statement)))

async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 20_000
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('It did not come to that within 20 s.')
    await Bun.sleep(25)
  }
}

describe('a verb on many documents', () => {
  it('moves each that may, and says why the others may not', async () => {
    const [open, empty, cancelled] = [await sale(), await sale(0), await sale()]
    await server.admin('POST', `/api/venda/${cancelled}/cancela`, { xJust: 'Cliente desistiu da compra' })
    const { task, id } = await run(lote('fecha', [open, empty, cancelled, 999_999], { confirmaSemEstoque: true }))
    expect(task).toMatchObject({ status: 'concluida', resultado: { feitos: 1, falhas: 3 }, feito: 4 })
    expect(await records(id)).toEqual([
      { id: open, situacao: 'feito' },
      { id: empty, situacao: 'falhou', codigo: 'no_items', motivo: 'Inclua ao menos um item antes de expedir.' },
      { id: cancelled, situacao: 'falhou', codigo: 'cancelled', motivo: 'Esta venda está cancelada.' },
      { id: 999_999, situacao: 'falhou', codigo: 'not_found', motivo: expect.any(String) },
    ])
    expect([await stateOf(open), await stateOf(empty), await stateOf(cancelled)]).toEqual([2, 0, 5])
    expect(await asOwner(server.url, bookFaults)).toEqual([])
  })

  it('goes on to invoice, and to cancel with its reason in each history', async () => {
    const sales = [await sale(), await sale()]
    await run(lote('fecha', sales, { confirmaSemEstoque: true }))
    expect((await run(lote('fatura', sales))).task.resultado).toEqual({ feitos: 2, falhas: 0 })
    expect((await run(lote('cancela', sales, { xJust: 'Pedido repetido por engano' }))).task.resultado).toEqual({
      feitos: 2,
      falhas: 0,
    })
    for (const id of sales) {
      const { body } = await server.admin('GET', `/api/venda/${id}`)
      expect(body).toMatchObject({ status: 5, xMotivoCancelamento: 'Pedido repetido por engano' })
    }
    expect(await asOwner(server.url, bookFaults)).toEqual([])
  })

  it('a record that is named twice is done once; a call that is repeated under its key starts one task', async () => {
    const id = await sale()
    const key = { 'Idempotency-Key': 'lote-de-teste-0001' }
    const body = lote('fecha', [id, id], { confirmaSemEstoque: true })
    const [one, again] = [await start(body, server.admin, key), await start(body, server.admin, key)]
    expect(again.body.tarefa_id).toBe(one.body.tarefa_id)
    await server.runJobs()
    expect(await records(one.body.tarefa_id)).toEqual([{ id, situacao: 'feito' }])
  })

  it('taken up again after a server died, it does what is left and nothing twice', async () => {
    const sales = [await sale(), await sale(), await sale()]
    const { body } = await start(lote('fecha', sales, { confirmaSemEstoque: true }))
    // As a server leaves it that died after the first: that one is closed and noted, the others wait.
    await server.admin('POST', `/api/venda/${sales[0]}/fecha`, { confirmaSemEstoque: true })
    await owner(
      `update tarefa_registro set situacao = 'feito' where tarefa_id = ${body.tarefa_id} and registro_id = ${sales[0]}`,
    )
    await owner(`update tarefa set status = 'em_andamento' where id = ${body.tarefa_id}`)
    await server.runJobs()
    const { body: task } = await server.admin('GET', `/api/tarefa/${body.tarefa_id}`)
    expect(task).toMatchObject({ status: 'concluida', resultado: { feitos: 3, falhas: 0 } })
    expect(await Promise.all(sales.map(stateOf))).toEqual([2, 2, 2])
    expect(await asOwner(server.url, bookFaults)).toEqual([])
  })

  it('cancelled while it runs, it stops after the record it is at; the others wait, and can be asked for again', async () => {
    const sales = [await sale(), await sale(), await sale()]
    const { body } = await start(lote('fecha', sales, { confirmaSemEstoque: true }))
    const others = postgres(server.url, { max: 1 })
    const holding = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const held = others.begin(async (tx) => {
      await tx`select 1 from venda where id = ${sales[1] ?? 0} for update`
      holding.resolve()
      await release.promise
    })
    await holding.promise
    const worker = await startWorker({ ...server.services })
    await until(async () => (await records(body.tarefa_id))[0].situacao === 'feito')
    await server.admin('POST', `/api/tarefa/${body.tarefa_id}/cancela`)
    await Bun.sleep(200)
    release.resolve()
    await held
    await until(async () => (await server.admin('GET', `/api/tarefa/${body.tarefa_id}`)).body.status === 'cancelada')
    await worker.stop()
    await others.end()
    const found = await records(body.tarefa_id)
    expect(found.map((one: { situacao: string }) => one.situacao).at(-1)).toBe('pendente')
    expect(await stateOf(sales[2] ?? 0)).toBe(0)
    expect((await run(lote('fecha', [sales[2] ?? 0], { confirmaSemEstoque: true }))).task.resultado).toEqual({
      feitos: 1,
      falhas: 0,
    })
    expect(await asOwner(server.url, bookFaults)).toEqual([])
  })

  it('cancelled before it begins, it does nothing', async () => {
    const id = await sale()
    const { body } = await start(lote('fecha', [id], { confirmaSemEstoque: true }))
    await server.admin('POST', `/api/tarefa/${body.tarefa_id}/cancela`)
    await server.runJobs()
    expect(await records(body.tarefa_id)).toEqual([{ id, situacao: 'pendente' }])
    expect(await stateOf(id)).toBe(0)
  })
})

describe('changing fields of many records', () => {
  const product = async (xProd: string) => (await server.insert('mercadoria', { xProd })).id
  const shown = async (id: number) => (await server.admin('GET', `/api/mercadoria/${id}`)).body

  it('changes those that are as they were seen, by the rules of each, and is undone where nobody changed them since', async () => {
    const [one, other, stale] = [await product('Um'), await product('Outro'), await product('Velho')]
    await server.admin('PUT', `/api/mercadoria/${stale}`, { xProd: 'Mudado' })
    const { task, id } = await run({
      recurso: 'mercadoria',
      acao: 'altera',
      registros: [one, other, stale].map((of) => ({ id: of, versao: 1 })),
      dados: { pDescMaximo: 7.5 },
    })
    expect(task.resultado).toEqual({ feitos: 2, falhas: 1 })
    expect((await records(id)).at(-1)).toMatchObject({ id: stale, situacao: 'falhou', codigo: 'conflict' })
    expect(await shown(one)).toMatchObject({ pDescMaximo: 7.5, versao: 2 })
    const trail = (await server.admin('GET', `/api/mercadoria/${one}/auditoria`)).body.data
    expect(trail).toHaveLength(2)
    await server.admin('PUT', `/api/mercadoria/${other}`, { xProd: 'Outro nome' })
    const { body } = await server.admin('POST', `/api/tarefa/${id}/desfaz`)
    await server.runJobs()
    expect(await records(body.tarefa_id)).toEqual([
      { id: one, situacao: 'feito' },
      { id: other, situacao: 'falhou', codigo: 'conflict', motivo: expect.stringContaining('alterado depois') },
    ])
    expect((await shown(one)).pDescMaximo).not.toBe(7.5)
    expect((await shown(other)).pDescMaximo).toBe(7.5)
  })

  it('changes what a company added too, and gives it back', async () => {
    await server.admin('POST', '/api/sis/custom_field', {
      alias: 'mercadoria',
      key: 'corredor',
      type: 'text',
      label: 'Corredor',
    })
    const [one, other] = [await product('Com corredor'), await product('Sem corredor')]
    const aisle = async (id: number) => (await server.admin('GET', `/api/mercadoria/${id}`)).body.extra.corredor
    await server.admin('PUT', `/api/mercadoria/${one}`, { extra: { corredor: 'A' } })
    const { id } = await run(lote('altera', [one, other], { 'extra.corredor': 'B' }, 'mercadoria'))
    expect([await aisle(one), await aisle(other)]).toEqual(['B', 'B'])
    await server.admin('POST', `/api/tarefa/${id}/desfaz`)
    await server.runJobs()
    expect([await aisle(one), await aisle(other)]).toEqual(['A', null])
    const { id: wrong } = await run(lote('altera', [one], { 'extra.nada': 'B' }, 'mercadoria'))
    expect(await records(wrong)).toMatchObject([{ situacao: 'falhou' }])
  })

  it('never tells the former values', async () => {
    const { id } = await run(lote('altera', [await product('Sigilo')], { pDescMaximo: 3 }, 'mercadoria'))
    const where = encodeURIComponent(JSON.stringify({ tarefa_id: id }))
    const { body } = await server.admin('GET', `/api/sis/tarefa_registro?where=${where}`)
    expect(body.data[0]).not.toHaveProperty('antes')
  })

  it('deletes those that nothing uses', async () => {
    const free = await product('Sem uso')
    await sale()
    const { id } = await run(lote('exclui', [free, ids.product], {}, 'mercadoria'))
    expect(await records(id)).toMatchObject([{ situacao: 'feito' }, { situacao: 'falhou', codigo: 'in_use' }])
  })
})

describe('refused before anything begins', () => {
  const refused = async (body: object, call: Caller = server.admin) => (await start(body, call)).status

  it('422 what is no action, no record, no field, or a copy', async () => {
    for (const body of [
      lote('fecha', [], {}),
      lote('naoExiste', [1]),
      lote('duplica', [1]),
      lote('desfaz', [1]),
      lote('imprime', [1]),
      lote('fecha', [1], {}, 'naoExiste'),
      lote('fecha', [1], {}, '__proto__'),
      lote('altera', [1], {}, 'mercadoria'),
      lote('altera', [1], { vCusto: 1, naoExiste: 2 }, 'mercadoria'),
      lote('altera', [1], { empresa_id: 2 }, 'venda'),
      lote('exclui', [1], {}, 'movimento_financeiro'),
      lote('altera', [1], { qTrib: 1 }, 'venda_mercadoria'),
      lote(
        'fecha',
        Array.from({ length: 1001 }, (_, at) => at + 1),
      ),
    ])
      expect([JSON.stringify(body).slice(0, 80), await refused(body)]).toEqual([expect.any(String), 422])
  })

  it('403 without the right; another person sees nothing of what became of records', async () => {
    const reader = await server.user({ permissions: ['show venda', 'show mercadoria'] })
    for (const body of [lote('fecha', [1]), lote('exclui', [1]), lote('altera', [1], { pDescMaximo: 1 }, 'mercadoria')])
      expect(await refused(body, reader)).toBe(403)
    const { id } = await run(lote('fecha', [await sale(0)]))
    expect(await records(id, reader)).toEqual([])
    expect((await reader('POST', `/api/tarefa/${id}/desfaz`)).status).toBe(403)
    expect((await server.admin('POST', `/api/tarefa/${id}/desfaz`)).body).toMatchObject({ code: 'nothing_to_undo' })
  })

  it("another company's documents do not exist for it", async () => {
    const id = await sale()
    const away = await server.insert('empresa', { CNPJ_CPF: testCnpj(9), xNome: 'Outra', UF: 'SP' })
    const stranger = await server.user({ roles: ['admin'], empresas: [away.id] })
    const { body } = await start(lote('fecha', [id], { confirmaSemEstoque: true }), stranger)
    await server.runJobs()
    expect(await records(body.tarefa_id, stranger)).toMatchObject([{ situacao: 'falhou', codigo: 'not_found' }])
    expect(await stateOf(id)).toBe(0)
  })
})
