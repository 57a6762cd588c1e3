import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWarehouse } from './picking.fixture'

let w: Awaited<ReturnType<typeof openWarehouse>>
beforeAll(async () => (w = await openWarehouse()))
afterAll(async () => {
  expect(await w.faults()).toEqual([])
  await w.server.close()
})

describe('a dispatched sale', () => {
  it('makes an order of its warehouse, whose lines are in the order of the walk', async () => {
    const [cheese, butter] = [await w.product(), await w.product({ xProd: 'Manteiga' })]
    await w.entered(cheese, [{ at: w.ids.a, q: 10 }])
    await w.entered(butter, [{ at: w.ids.b, q: 10 }])
    const { order, sale } = await w.sold([
      [cheese, 3],
      [butter, 2],
    ])
    expect(await w.order(order)).toMatchObject({
      status: 0,
      tipo: 0,
      itens: 2,
      separados: 0,
      codigo: String(order).padStart(12, '0'),
    })
    const { tarefas, documentos } = await w.walk(order)
    expect(
      tarefas.map((one: { local: string; xProd: string; resta: number }) => [one.local, one.xProd, one.resta]),
    ).toEqual([
      ['B-01', 'Manteiga', 2],
      ['A-01', 'Queijo', 3],
    ])
    const { data: lines } = await w.ok(
      'GET',
      `/api/expedicao/separacao_mercadoria?where={"separacao_id":${order}}&orderBy=id&sortedBy=asc`,
    )
    expect(lines[0]).toMatchObject({
      mercadoria_armazenamento: {
        mercadoria: { id: cheese, xProd: 'Queijo' },
        armazenamento: { id: w.ids.a, codigo: 'A-01' },
        lote_list: [],
      },
    })
    expect(documentos).toMatchObject([
      { documento: 'venda', documento_id: sale, xNome: 'Maria Exemplo', obs: 'Entregar com nota impressa', posicao: 1 },
    ])
  })

  it('makes none where the warehouse does not work so', async () => {
    const other = (await w.server.insert('armazem', { empresa_id: w.server.empresa_id, xNome: 'Loja' })).id
    const shop = (
      await w.server.insert('armazenamento', {
        empresa_id: w.server.empresa_id,
        armazem_id: other,
        codigo: 'LOJA',
        xArmazenamento: 'Loja',
      })
    ).id
    const id = await w.product()
    await w.entered(id, [{ at: shop, q: 5 }])
    const { order } = await w.sold([[id, 1]], { armazenamento_id: shop })
    expect(order).toBeNaN()
  })
})

describe('fetching', () => {
  it('is begun by who fetches first, done with the last line, and checked: the sale follows', async () => {
    const [one, two] = [await w.product(), await w.product({ xProd: 'Doce' })]
    await w.entered(one, [{ at: w.ids.a, q: 10 }])
    await w.entered(two, [{ at: w.ids.b, q: 10 }])
    const { order, sale } = await w.sold([
      [one, 3],
      [two, 2],
    ])
    const { tarefas } = await w.walk(order)
    expect((await w.act(order, 'confere')).body).toMatchObject({
      code: 'not_picked',
      message: 'Ainda não foi separado: Doce (2); Queijo (3).',
    })
    await w.line(tarefas[0].id, 'separa')
    expect(await w.order(order)).toMatchObject({ status: 1, separados: 1 })
    expect((await w.line(tarefas[0].id, 'separa')).body).toMatchObject({ code: 'picked' })
    await w.line(tarefas[1].id, 'separa', { qTrib: 1 })
    expect((await w.line(tarefas[1].id, 'separa', { qTrib: 5 })).body).toMatchObject({ code: 'too_much' })
    await w.line(tarefas[1].id, 'separa')
    expect(await w.order(order)).toMatchObject({ status: 2 })
    await w.line(tarefas[1].id, 'desfazSeparacao')
    expect(await w.order(order)).toMatchObject({ status: 1 })
    await w.line(tarefas[1].id, 'separa')
    expect((await w.act(order, 'confere')).status).toBe(200)
    expect(await w.order(order)).toMatchObject({ status: 4 })
    expect(await w.ok('GET', `/api/venda/${sale}`)).toMatchObject({ status: 3, volumes: 1 })
    expect((await w.line(tarefas[1].id, 'desfazSeparacao')).body).toMatchObject({ code: 'checked' })
    expect((await w.act(order, 'reabre')).status).toBe(200)
    expect(await w.ok('GET', `/api/venda/${sale}`)).toMatchObject({ status: 2 })
    expect(await w.faults()).toEqual([])
  })

  it('from another shelf, the books follow the goods, and undoing finds them where they came from', async () => {
    const id = await w.product()
    await w.entered(id, [
      { at: w.ids.a, q: 10 },
      { at: w.ids.b, q: 10 },
    ])
    const { order, sale } = await w.sold([[id, 6]])
    expect([await w.lies(id, w.ids.a), await w.lies(id, w.ids.b)]).toEqual([4, 10])
    const [task] = (await w.walk(order)).tarefas
    await w.line(task.id, 'separa', { qTrib: 2, armazenamento_id: w.ids.b })
    expect([await w.lies(id, w.ids.a), await w.lies(id, w.ids.b)]).toEqual([6, 8])
    expect(await w.faults()).toEqual([])
    await w.ok('POST', `/api/venda/${sale}/cancela`, { xMotivoCancelamento: 'O cliente desistiu da compra.' })
    expect([await w.lies(id, w.ids.a), await w.lies(id, w.ids.b)]).toEqual([10, 10])
    // What was fetched is to be put back.
    expect(await w.order(order)).toMatchObject({ status: 5, guardar: 1 })
    const fetched = (await w.walk(order)).tarefas.find((one: { separado: boolean }) => one.separado)
    await w.line(fetched.id, 'guarda')
    expect(await w.order(order)).toMatchObject({ guardar: 0 })
  })

  it('what is not there comes from the next place; what none has is cut, and its rest is a sale of its own', async () => {
    const id = await w.product()
    await w.entered(id, [
      { at: w.ids.a, q: 6 },
      { at: w.ids.c, q: 1 },
    ])
    const { order, sale } = await w.sold([[id, 6]])
    const [task] = (await w.walk(order)).tarefas
    expect((await w.line(task.id, 'separa', { qTrib: 3, motivo: 'falta' })).status).toBe(200)
    const after = (await w.walk(order)).tarefas
    expect(
      after.map((one: { local: string; qTrib: number; qSeparada: number; motivo: string | null }) => [
        one.local,
        one.qTrib,
        one.qSeparada,
        one.motivo,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['A-01', 3, 3, null],
        ['C-01', 1, 0, null],
        ['A-01', 2, 0, 'falta'],
      ]),
    )
    await w.line(after.find((one: { local: string }) => one.local === 'C-01').id, 'separa')
    expect((await w.act(order, 'confere')).body).toMatchObject({
      code: 'short',
      message: 'Faltou: Queijo (2). Separe o que falta, ou corte dos documentos.',
    })
    expect((await w.act(order, 'confere', { corta: true, geraSaldo: true })).status).toBe(200)
    const cut = await w.ok('GET', `/api/venda/${sale}`)
    expect(cut).toMatchObject({ status: 3, vTotal: 40 })
    expect(cut.venda_mercadorias).toMatchObject([{ qTrib: 4, vTotal: 40 }])
    const [rest] = (await w.ok('GET', '/api/venda?order=-id&limit=1')).data
    expect(rest).toMatchObject({ status: 0, vTotal: 20 })
    expect(await w.lies(id, w.ids.a)).toBe(3)
    expect((await w.ok('GET', '/api/expedicao/separacao_mercadoria?custom={"a_recontar":true}')).data).toHaveLength(1)
    expect(await w.faults()).toEqual([])
  })
})

describe('what a person may not write', () => {
  it('lines are their documents’; an order goes only without them', async () => {
    const id = await w.product()
    await w.entered(id, [{ at: w.ids.a, q: 5 }])
    const { order } = await w.sold([[id, 2]])
    const [task] = (await w.walk(order)).tarefas
    const line = `/api/expedicao/separacao_mercadoria/${task.id}`
    expect((await w.call('POST', '/api/expedicao/separacao_mercadoria', { separacao_id: order })).status).toBe(400)
    await w.call('PUT', line, { qTrib: 99, dhConferencia: '2026-11-20 10:00:00' })
    expect(await w.ok('GET', line)).toMatchObject({ qTrib: 2, dhConferencia: null })
    expect((await w.call('DELETE', line)).body).toMatchObject({ code: 'made_by_document' })
    expect((await w.call('DELETE', `/api/expedicao/separacao/${order}`)).body).toMatchObject({ code: 'has_documents' })
    expect((await w.call('PUT', `/api/expedicao/separacao/${order}`, { tipo: 1 })).body).toMatchObject({
      code: 'fixed',
      message: 'O armazém e o estoque de uma separação não mudam.',
    })
    const empty = await w.ok('POST', '/api/expedicao/separacao', { armazem_id: w.ids.armazem })
    expect((await w.call('DELETE', `/api/expedicao/separacao/${empty.id}`)).status).toBe(200)
  })

  it('another company’s order does not exist, and who may only look picks nothing', async () => {
    const id = await w.product()
    await w.entered(id, [{ at: w.ids.a, q: 5 }])
    const { order } = await w.sold([[id, 2]])
    const [task] = (await w.walk(order)).tarefas
    const looks = await w.server.user({ permissions: ['show separacao'] })
    expect((await w.line(task.id, 'separa', {}, looks)).status).toBe(403)
    const other = (await w.server.insert('empresa', { xNome: 'Outra Ltda', CNPJ_CPF: '00000000000191' })).id
    const stranger = await w.server.user({ permissions: ['show separacao', 'edit separacao'], empresas: [other] })
    for (const verb of ['le', 'conta', 'confere', 'caminho'])
      expect((await w.act(order, verb, { code: 'X' }, stranger)).status).toBe(404)
    expect((await w.line(task.id, 'separa', {}, stranger)).status).toBe(404)
  })
})

describe('what a company notes of its own', () => {
  it('is text, under the names that it gave its fields', async () => {
    const [setting] = (await w.ok('GET', '/api/configuracao?where={"name":"SEPARACAO.CUSTOM_FIELDS"}')).data
    const named = (value: string) => w.ok('PUT', `/api/configuracao/${setting.id}`, { value })
    await named('Doca; Placa')
    const { id } = await w.ok('POST', '/api/expedicao/separacao', { armazem_id: w.ids.armazem })
    const note = (custom_fields: unknown) => w.call('PUT', `/api/expedicao/separacao/${id}`, { custom_fields })
    for (const [wrong, message] of [
      [{ Rua: 'A' }, 'Não há o campo Rua na separação.'],
      [{ Doca: 7 }, 'Doca: use no máximo 200 caracteres.'],
      [{ Doca: 'x'.repeat(201) }, 'Doca: use no máximo 200 caracteres.'],
      [['Doca'], 'Conteúdo inválido.'],
    ] as const)
      expect((await note(wrong)).body.errors, JSON.stringify(wrong)).toEqual({ custom_fields: [message] })
    expect((await note({ Doca: '3', Placa: 'ABC1D23' })).body).toMatchObject({
      custom_fields: { Doca: '3', Placa: 'ABC1D23' },
    })
    // A field that the company no longer has keeps what it said.
    await named('Placa')
    expect((await note({ Doca: '3', Placa: 'XYZ1D23' })).status).toBe(200)
  })
})

describe('on paper', () => {
  it('an order has five papers and a batch; printing is marked once', async () => {
    const id = await w.product({ pesoB: 1.5 })
    await w.entered(id, [{ at: w.ids.a, q: 10 }])
    const { order, sale } = await w.sold([[id, 2]])
    const page = async (name: string): Promise<string> =>
      (await w.call('GET', `/reporting/html/${name}?id=${order}`)).body
    expect(await page('separacao')).toContain('<td>A-01</td><td>Queijo</td>')
    expect(await page('separacao_mercadoria_romaneio')).toContain(`Venda nº ${sale} Maria Exemplo · 1 volume(s)`)
    expect(await page('separacao_mercadoria_romaneio')).toContain('Entregar com nota impressa')
    expect(await page('separacao_agrupada')).toContain('Local A-01')
    expect(await page('separacao_lote_sku')).toContain('Sem lote')
    expect(await page('separacao_agrupada_venda')).toContain('caixa 1')
    for (const name of ['separacao', 'separacao_agrupada'])
      expect(
        (
          await w.server.app.request(`/reporting/pdf/${name}?id=${order}`, {
            headers: { Authorization: `Bearer ${await w.server.token()}` },
          })
        ).headers.get('content-type'),
      ).toBe('application/pdf')
    expect((await w.call('GET', `/api/expedicao/separacao/print/printAll?ids=${order}`)).status).toBe(200)
    expect((await w.call('GET', `/api/expedicao/separacao/${order}/setImpressos`)).body).toEqual({ ids: [order] })
    const printed = (await w.order(order)).dhImpressao
    await w.call('POST', '/api/expedicao/separacao/setImpressos', { ids: [order] })
    expect((await w.order(order)).dhImpressao).toBe(printed)
    expect(printed).not.toBeNull()
    const [parcel] = (await w.walk(order)).documentos
    await w.act(order, 'volumes', { separacao_venda_id: parcel.id, volumes: 2 })
    const labels = await w.call('GET', `/api/expedicao/separacao/${order}/getPrintFileEtiqueta?formato=csv`)
    expect(labels.body.contents).toContain('BARCODE')
    expect(labels.body.contents).toContain(String(order).padStart(12, '0'))
    expect(labels.body.contents).toContain('02/02')
    const none = await w.call('POST', '/api/expedicao/separacao/getPrintFileEtiqueta', { id_list: [] })
    expect([none.status, none.body.message]).toEqual([422, 'Selecione pelo menos um cliente para Imprimir!'])
    await w.act(order, 'getPrintFileEtiqueta', { separacao_venda_id: parcel.id, nVolume: 2, formato: 'zpl' })
    const boxes = (
      await w.ok('GET', `/api/expedicao/separacao_volume?where={"separacao_id":${order}}&orderBy=nVolume&sortedBy=asc`)
    ).data
    expect(boxes.map((one: { nVias: number }) => one.nVias)).toEqual([1, 2])
  })
})
