import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../../core/br/civil-date'
import { today } from '../../../fixtures/test-clock'
import { openWarehouse } from './picking.fixture'

let w: Awaited<ReturnType<typeof openWarehouse>>
beforeAll(async () => (w = await openWarehouse({ confere_segunda_pessoa: true })))
afterAll(async () => {
  expect(await w.faults()).toEqual([])
  await w.server.close()
})

const read = (order: number, code: string, body: object = {}) => w.act(order, 'le', { code, ...body })

describe('a scanner on the walk', () => {
  it('reads a place, then goods, box after box of a wave, each reading once', async () => {
    const id = await w.product({ cEAN: '7891234567895' })
    await w.entered(id, [{ at: w.ids.a, q: 20 }])
    const [one, two] = [await w.sold([[id, 2]]), await w.sold([[id, 3]])]
    const wave = await w.ok('POST', '/api/expedicao/separacao/agrupa', { ids: [two.order, one.order] })
    expect(wave).toEqual({ id: one.order, documentos: 2 })
    expect((await w.call('GET', `/api/expedicao/separacao/${two.order}`)).status).toBe(404)
    expect((await read(wave.id, '7891234567895')).body).toMatchObject({ solicitaLocal: true, qTrib: 0 })
    const place = (await read(wave.id, 'a-01')).body
    expect(place).toMatchObject({ local: { id: w.ids.a, codigo: 'A-01' }, restam: 2 })
    const at = { armazenamento_id: w.ids.a }
    expect((await read(wave.id, '7891234567895', { ...at, qVolumes: 3, chave: 'k1' })).body).toMatchObject({
      qTrib: 3,
      partes: [
        { posicao: 1, documento_id: one.sale, qTrib: 2 },
        { posicao: 2, documento_id: two.sale, qTrib: 1 },
      ],
      restam: 1,
    })
    // Sent again, it counts once.
    expect((await read(wave.id, '7891234567895', { ...at, qVolumes: 3, chave: 'k1' })).body).toMatchObject({
      qTrib: 3,
      restam: 1,
    })
    expect((await read(wave.id, '7891234567895', { ...at, qVolumes: 9 })).body).toMatchObject({ code: 'too_much' })
    expect((await w.act(wave.id, 'desfazLeitura', { leitura: 'k1' })).body).toEqual({ restam: 2 })
    expect((await w.act(wave.id, 'desfazLeitura', { leitura: 'k1' })).status).toBe(409)
    await read(wave.id, '7891234567895', { ...at, qTrib: 5 })
    expect(await w.order(wave.id)).toMatchObject({ status: 2 })
    expect((await read(wave.id, '7891234567895', at)).body).toMatchObject({ code: 'picked' })
    expect((await read(wave.id, '7894900011517', at)).body).toMatchObject({ code: 'unknown_code' })
  })

  it('asks for another place, and for another lot; an expired one never goes with a sale', async () => {
    const id = await w.product({ controla_lote: 2, codigo: 'QJ1' })
    const [soon, late, gone] = [addDays(today(), 20), addDays(today(), 90), addDays(today(), -1)]
    await w.entered(id, [
      { at: w.ids.a, q: 5, nLote: 'CEDO', dVal: soon },
      { at: w.ids.b, q: 5, nLote: 'TARDE', dVal: late },
      { at: w.ids.b, q: 5, nLote: 'VENCIDO', dVal: gone },
    ])
    const { order } = await w.sold([[id, 2]])
    expect((await read(order, 'QJ1', { armazenamento_id: w.ids.b })).body).toMatchObject({
      code: 'other_place',
      message: 'Queijo está prevista em A-01. Separar daqui?',
    })
    const asked = (await read(order, 'QJ1', { armazenamento_id: w.ids.b, troca: true })).body
    expect(asked).toMatchObject({
      solicitaLote: true,
      qTrib: 0,
      lotes: [{ nLote: 'VENCIDO' }, { nLote: 'TARDE', dVal: late }],
    })
    const [expired, other] = asked.lotes
    const at = { armazenamento_id: w.ids.b, troca: true }
    expect((await read(order, 'QJ1', { ...at, lote_id: expired.id })).body).toMatchObject({
      code: 'lot_blocked',
      message: 'O lote VENCIDO está vencido: não pode sair.',
    })
    expect((await read(order, 'QJ1', { ...at, lote_id: other.id })).body).toMatchObject({ qTrib: 1, restam: 1 })
    expect((await read(order, 'QJ1', { armazenamento_id: w.ids.a })).body).toMatchObject({ qTrib: 1, restam: 0 })
    expect([await w.lies(id, w.ids.a), await w.lies(id, w.ids.b)]).toEqual([4, 9])
  })

  it('a volume gives what is wanted of it and keeps the rest', async () => {
    const id = await w.product({ xProd: 'Arroz' })
    const entry = await w.ok('POST', '/api/entrada', {
      fornecedor_id: w.ids.supplier,
      tipo_entrada_saida_id: w.ids.buys,
      entrada_mercadorias: [{ mercadoria_id: id, qCom: 12, vUnCom: 2, armazenamento_id: w.ids.c }],
    })
    const [item] = entry.entrada_mercadorias
    await w.ok('POST', `/api/entrada_mercadoria/${item.id}/geraEtiquetas`, {
      entrada_mercadoria_lote_list: [{ qMultipla: 12, qEtiquetas: 1 }],
    })
    const labels = async () =>
      (await w.ok('GET', `/api/entrada_mercadoria_etiqueta?where={"entrada_mercadoria_id":${item.id}}`)).data
    await w.ok('POST', `/api/entrada/${entry.id}/finaliza`)
    const { order } = await w.sold([[id, 5]])
    const [{ codigo }] = await labels()
    expect((await read(order, codigo, { chave: 'vol' })).body).toMatchObject({ qTrib: 5, restam: 0 })
    expect(await labels()).toMatchObject([{ qSaldo: 7 }])
    // A pallet that is moved takes what is left in it.
    const pallet = await w.ok('POST', '/api/estoque/unitizador', {})
    await w.ok('POST', `/api/estoque/unitizador/${pallet.id}/addEtiqueta`, { code: codigo })
    await w.ok('POST', `/api/estoque/unitizador/${pallet.id}/move`, { armazenamento_id: w.ids.b })
    expect([await w.lies(id, w.ids.c), await w.lies(id, w.ids.b)]).toEqual([0, 7])
    await w.ok('POST', `/api/estoque/unitizador/${pallet.id}/move`, { armazenamento_id: w.ids.c })
    await w.act(order, 'desfazLeitura', { leitura: 'vol' })
    expect(await labels()).toMatchObject([{ qSaldo: 12 }])
    // A line that is put back fills its volume again, once: neither what a later reading takes nor what nobody read of it is given back for it.
    const [task] = (await w.walk(order)).tarefas
    await read(order, codigo, { chave: 'again' })
    await w.line(task.id, 'desfazSeparacao')
    expect(await labels()).toMatchObject([{ qSaldo: 12 }])
    await w.line(task.id, 'separa')
    expect((await w.act(order, 'desfazLeitura', { leitura: 'again' })).body).toEqual({ restam: 1 })
    expect(await labels()).toMatchObject([{ qSaldo: 12 }])
  })

  it('a volume that goes into two boxes is full again when what one document wanted of it is put away', async () => {
    const id = await w.product({ xProd: 'Feijão' })
    const entry = await w.ok('POST', '/api/entrada', {
      fornecedor_id: w.ids.supplier,
      tipo_entrada_saida_id: w.ids.buys,
      entrada_mercadorias: [{ mercadoria_id: id, qCom: 12, vUnCom: 2, armazenamento_id: w.ids.c }],
    })
    const [item] = entry.entrada_mercadorias
    await w.ok('POST', `/api/entrada_mercadoria/${item.id}/geraEtiquetas`, {
      entrada_mercadoria_lote_list: [{ qMultipla: 6, qEtiquetas: 2 }],
    })
    const labels = async () =>
      (
        await w.ok(
          'GET',
          `/api/entrada_mercadoria_etiqueta?where={"entrada_mercadoria_id":${item.id}}&orderBy=id&sortedBy=asc`,
        )
      ).data
    await w.ok('POST', `/api/entrada/${entry.id}/finaliza`)
    const [one, two] = [await w.sold([[id, 2]]), await w.sold([[id, 3]])]
    const wave = await w.ok('POST', '/api/expedicao/separacao/agrupa', { ids: [one.order, two.order] })
    const [{ codigo }] = await labels()
    expect((await read(wave.id, codigo, { chave: 'both' })).body).toMatchObject({
      qTrib: 5,
      partes: [{ documento_id: one.sale }, { documento_id: two.sale }],
    })
    expect(await labels()).toMatchObject([{ qSaldo: 1 }, { qSaldo: 6 }])
    await w.ok('POST', `/api/venda/${two.sale}/cancela`, { xMotivoCancelamento: 'O cliente desistiu da compra.' })
    const back = (await w.walk(wave.id)).tarefas.find((task: { cancelado: boolean }) => task.cancelado)
    for (let times = 0; times < 2; times++) expect((await w.line(back.id, 'guarda')).status).toBe(200)
    expect(await labels()).toMatchObject([{ qSaldo: 4 }, { qSaldo: 6 }])
    await w.line(back.id - 1, 'desfazSeparacao')
    expect(await labels()).toMatchObject([{ qSaldo: 6 }, { qSaldo: 6 }])
  })

  it('a reading that changed the place of two lines of one item is taken off whole', async () => {
    const id = await w.product({ controla_lote: 2, codigo: 'DUAS' })
    const [soon, late, last] = [20, 40, 60].map((days) => addDays(today(), days))
    await w.entered(id, [
      { at: w.ids.a, q: 4, nLote: 'UM', dVal: soon ?? '' },
      { at: w.ids.a, q: 4, nLote: 'DOIS', dVal: late ?? '' },
      { at: w.ids.b, q: 9, nLote: 'TRES', dVal: last ?? '' },
    ])
    const { order } = await w.sold([[id, 8]])
    expect((await w.walk(order)).tarefas).toHaveLength(2)
    const there = { armazenamento_id: w.ids.b, troca: true }
    const lot = (await read(order, 'DUAS', there)).body.lotes[0].id
    const first = (await read(order, 'DUAS', { armazenamento_id: w.ids.a })).body.lotes[0].id
    expect((await read(order, 'DUAS', { armazenamento_id: w.ids.a, lote_id: first, qTrib: 2 })).status).toBe(200)
    // Two of each line: both become lines of their own.
    expect((await read(order, 'DUAS', { ...there, lote_id: lot, qTrib: 4, chave: 'both lines' })).body).toMatchObject({
      partes: [{ qTrib: 2 }, { qTrib: 2 }],
      restam: 1,
    })
    expect((await w.act(order, 'desfazLeitura', { leitura: 'both lines' })).body).toEqual({ restam: 3 })
    const waiting = (await w.walk(order)).tarefas.map((task: { resta: number }) => task.resta)
    expect(waiting.reduce((a: number, b: number) => a + b)).toBe(6)
  })
})

describe('checking', () => {
  it('another person counts blindly, or weighs; who picked does not', async () => {
    const id = await w.product({ cEAN: '7896005800027', pesoB: 0.5, pToleranciaPeso: 2 })
    await w.entered(id, [{ at: w.ids.a, q: 20 }])
    const { order, sale } = await w.sold([[id, 4]])
    const rights = { permissions: ['show separacao', 'edit separacao'] }
    const [picker, checker] = [await w.server.user(rights), await w.server.user(rights)]
    const [task] = (await w.walk(order)).tarefas
    await w.line(task.id, 'separa', {}, picker)
    expect((await w.act(order, 'confere', {}, picker)).body).toMatchObject({
      message: 'Quem separou não confere: peça a outra pessoa.',
    })
    expect((await w.act(order, 'confere', {}, checker)).body).toMatchObject({ code: 'not_counted' })
    expect((await w.act(order, 'conta', { code: '7896005800027', qTrib: 3 }, checker)).body).toMatchObject({
      qContada: 3,
      restam: 1,
    })
    expect((await w.act(order, 'confere', {}, checker)).body.message).toBe(
      'A conferência não fecha: conte de novo Queijo.',
    )
    expect((await w.act(order, 'conta', { code: '7896005800027', qTrib: 2 }, checker)).body).toMatchObject({
      code: 'too_many',
    })
    await w.act(order, 'recontar', {}, checker)
    // By weight: two boxes, 2 kg ± 40 g.
    const box = (nVolume: number, peso: number | null) =>
      w.act(order, 'pesa', { separacao_venda_id: task.separacao_venda_id, nVolume, peso }, checker)
    expect(
      (await w.act(order, 'volumes', { separacao_venda_id: task.separacao_venda_id, volumes: 2 }, checker)).body,
    ).toEqual({ volumes: 2 })
    expect((await box(1, 1.2)).body).toMatchObject({ confere: null, pesados: 1 })
    expect((await box(2, 0.5)).body).toMatchObject({ confere: false })
    expect((await w.act(order, 'confere', {}, checker)).body).toMatchObject({
      code: 'weight',
      message: 'O peso não confere: 0,3 kg a menos do que as mercadorias pesam.',
    })
    expect((await box(2, 0)).status).toBe(422)
    expect((await box(2, 0.83)).body).toMatchObject({ confere: true })
    const pallet = await w.ok('POST', '/api/estoque/unitizador', {})
    const onPallet = { separacao_venda_id: task.separacao_venda_id, nVolume: 2, peso: 0.83 }
    await w.act(order, 'pesa', { ...onPallet, unitizador_id: pallet.id }, checker)
    expect((await w.act(order, 'pesa', { ...onPallet, unitizador_id: 99999 }, checker)).status).toBe(422)
    expect((await w.walk(order)).documentos[0].pesos[1]).toEqual({
      nVolume: 2,
      peso: 0.83,
      unitizador: pallet.codBar,
    })
    expect((await w.act(order, 'confere', {}, checker)).status).toBe(200)
    expect(await w.ok('GET', `/api/venda/${sale}`)).toMatchObject({ status: 3, volumes: 2 })
  })
})

describe('what is reserved', () => {
  it('an output leaves from where it was really fetched, only once it was checked; what is short is cut', async () => {
    const id = await w.product({ codigo: 'SAI' })
    await w.entered(id, [
      { at: w.ids.a, q: 4 },
      { at: w.ids.b, q: 4 },
    ])
    const output = await w.ok('POST', '/api/estoque/saida', {
      destinatario_type: 'cliente',
      destinatario_id: w.ids.customer,
      saida_mercadoria_list: [{ mercadoria_id: id, qTrib: 6, vUnTrib: 3 }],
    })
    await w.ok('POST', `/api/estoque/saida/${output.id}/separar`)
    const [{ separacao_id: order }] = (
      await w.ok('GET', `/api/expedicao/separacao_venda?where={"saida_id":${output.id}}`)
    ).data
    expect(await w.order(order)).toMatchObject({ tipo: 1, itens: 2 })
    expect((await w.call('POST', `/api/estoque/saida/${output.id}/finalizar`)).body).toMatchObject({
      code: 'not_picked',
    })
    const picker = await w.server.user({ permissions: ['show separacao', 'edit separacao'] })
    for (const { id: line, local } of (await w.walk(order)).tarefas)
      expect(
        (await w.line(line, 'separa', local === 'A-01' ? { qTrib: 1, motivo: 'avaria' } : {}, picker)).status,
      ).toBe(200)
    // Two more came from the other shelf; one is nowhere.
    const left = (await w.walk(order)).tarefas.filter((one: { separado: boolean }) => !one.separado)
    expect(
      left.map((one: { local: string; resta: number; motivo: string | null }) => [one.local, one.resta, one.motivo]),
    ).toEqual([
      ['B-01', 2, null],
      ['A-01', 1, 'avaria'],
    ])
    await w.line(left[0].id, 'separa', {}, picker)
    const checker = await w.server.user({ permissions: ['show separacao', 'edit separacao'] })
    await w.act(order, 'conta', { code: 'SAI', qTrib: 5 }, checker)
    expect((await w.act(order, 'confere', { corta: true }, checker)).status).toBe(403)
    const clerk = await w.server.user({ permissions: ['show separacao', 'edit separacao', 'edit saida'] })
    expect((await w.act(order, 'confere', { corta: true }, clerk)).status).toBe(200)
    await w.ok('POST', `/api/estoque/saida/${output.id}/finalizar`)
    expect(await w.ok('GET', `/api/estoque/saida/${output.id}`)).toMatchObject({
      status: 4,
      vTotal: 15,
      saida_mercadoria_list: [{ qTrib: 5 }],
    })
    expect([await w.lies(id, w.ids.a), await w.lies(id, w.ids.b)]).toEqual([3, 0])
    expect(await w.faults()).toEqual([])
  })
})

describe('a return to a supplier', () => {
  it('names the order that fetches its goods as it is closed', async () => {
    const id = await w.product()
    const entry = await w.ok('POST', '/api/entrada', {
      fornecedor_id: w.ids.supplier,
      tipo_entrada_saida_id: w.ids.buys,
      entrada_mercadorias: [{ mercadoria_id: id, qCom: 4, vUnCom: 2, armazenamento_id: w.ids.c }],
    })
    await w.ok('POST', `/api/entrada/${entry.id}/finaliza`)
    const [item] = (await w.ok('GET', `/api/entrada/${entry.id}`)).entrada_mercadorias
    const back = await w.ok('POST', '/api/estoque/devolucao', {
      entrada_id: entry.id,
      devolucao_mercadoria_list: [{ entrada_mercadoria_id: item.id, qTrib: 2 }],
    })
    const closed = await w.ok('GET', `/api/estoque/devolucao/${back.id}/fecha`)
    expect(closed).toMatchObject({ id: back.id, separacao_id: expect.any(Number) })
    expect(await w.order(closed.separacao_id)).toMatchObject({ tipo: 1, itens: 1 })
  })
})

describe('two at once', () => {
  it('fetch one last unit: one does, the other is told; a sale that is cancelled meanwhile leaves nothing half done', async () => {
    const id = await w.product({ cEAN: '7891000100103' })
    await w.entered(id, [{ at: w.ids.a, q: 50 }])
    const people = await Promise.all(
      [1, 2, 3].map(() => w.server.user({ permissions: ['show separacao', 'edit separacao'] })),
    )
    const { order } = await w.sold([[id, 1]])
    const at = { armazenamento_id: w.ids.a }
    const answers = await Promise.all(people.map((as) => w.act(order, 'le', { code: '7891000100103', ...at }, as)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    const many = await Promise.all([1, 2, 3, 4].map(() => w.sold([[id, 2]])))
    const wave = await w.ok('POST', '/api/expedicao/separacao/agrupa', { ids: many.map((one) => one.order) })
    await Promise.all([
      ...people.map((as) => w.act(wave.id, 'le', { code: '7891000100103', ...at }, as)),
      ...many
        .slice(0, 2)
        .map(({ sale }) =>
          w.call('POST', `/api/venda/${sale}/cancela`, { xMotivoCancelamento: 'O cliente desistiu da compra.' }),
        ),
      ...people.map((as) =>
        w.act(wave.id, 'le', { code: '7891000100103', armazenamento_id: w.ids.b, troca: true, qTrib: 1 }, as),
      ),
    ])
    expect(await w.faults()).toEqual([])
    expect((await w.order(wave.id)).documentos).toBe(2)
  })
})
