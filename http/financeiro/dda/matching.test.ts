import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../../../fixtures/as-owner'
import { lineOf, sweepOf } from '../../../fixtures/dda-sweep'
import { invoiceXml } from '../../../fixtures/nfe/invoice'
import { testCnpj, type TestServer } from '../../../fixtures/test-server'
import { cnpjCheckDigits } from '../../../core/br/tax-id'
import { bookFaults } from '../../books'
import {
  act,
  dda,
  FACTOR,
  ids,
  ok,
  openDda,
  owes,
  PAPER,
  payable,
  PAYER,
  pays,
  proposals,
  recordOf,
  slip,
  STEEL,
  STRANGER,
  swept,
  upload,
} from './dda.fixture'

/** Slips of the DDA find their payables: by every rule, the sure ones by themselves; what is of nothing is looked at twice. */

let server: TestServer
beforeAll(async () => {
  server = await openDda()
})
afterAll(() => server.close())
afterEach(async () => {
  expect(await asOwner(server.url, bookFaults)).toEqual([])
})

/** Another branch of the same company. */
const branchOf = (cnpj: string): string => {
  const base = `${cnpj.slice(0, 8)}0002`
  return base + cnpjCheckDigits(base)
}

describe('a slip that is sure', () => {
  it('links by its barcode to the payable that has its line, paid or not', async () => {
    const [one, other] = [slip(STRANGER, '101.00', '2026-12-10'), slip(STRANGER, '102.00', '2026-12-11')]
    const open = await owes(ids.steel, '101.00', '2026-12-30', { linha_digitavel: lineOf(one) })
    const paid = await owes(ids.steel, '102.00', '2026-12-30', { linha_digitavel: lineOf(other) })
    await pays(paid.id)
    const { slips, told } = await swept(one, other)
    expect(told).toMatchObject({ boletos: 2, novos: 2, ligados: 2, aLigar: 0, fraudes: 0 })
    expect(slips).toMatchObject([
      { contas_pagar_id: open.id, ligado_por: 'codigo', situacao: 2, fornecedor_id: ids.steel },
      { contas_pagar_id: paid.id, ligado_por: 'codigo', pode_lote: 1 },
    ])
  })

  it('links by the root of its issuer, amount and due date, and gives the payable its line, not its value', async () => {
    const open = await owes(ids.steel, '110.00', '2026-12-10')
    const branch = { ...STEEL, id: branchOf(STEEL.id) }
    const one = slip(branch, '110.00', '2026-12-10')
    const { slip: record } = await swept(one)
    expect(record).toMatchObject({
      contas_pagar_id: open.id,
      ligado_por: 'vencimento',
      pode_lote: 1,
      banco: '237',
    })
    expect(await payable(open.id)).toMatchObject({ linha_digitavel: lineOf(one), tpPagamento: 1, vDup: 110 })
  })

  it('does not link where two payables, or two slips, are alike: it is proposed', async () => {
    const [first, second] = [
      await owes(ids.steel, '120.00', '2026-12-10'),
      await owes(ids.steel, '120.00', '2026-12-10'),
    ]
    const { slip: record } = await swept(slip(STEEL, '120.00', '2026-12-10'))
    expect(record).toMatchObject({ contas_pagar_id: null, situacao: 1, pode_lote: 0, fraude: false })
    expect(await proposals(record.id)).toMatchObject([
      { contas_pagar_id: first.id, porque: 'vencimento' },
      { contas_pagar_id: second.id },
    ])
    const single = await owes(ids.paper, '121.00', '2026-12-10')
    const { slips } = await swept(slip(PAPER, '121.00', '2026-12-10'), slip(PAPER, '121.00', '2026-12-10'))
    expect(slips.map((one: { contas_pagar_id: unknown }) => one.contas_pagar_id)).toEqual([null, null])
    expect(await proposals(slips[1].id)).toMatchObject([{ contas_pagar_id: single.id }])
  })

  it('does not link by itself to a forecast, to what is paid by Pix, or where its barcode tells another amount', async () => {
    await owes(ids.steel, '130.00', '2026-12-10', { tpConta: 4 })
    const pix = await owes(ids.steel, '131.00', '2026-12-10', { tpPagamento: 3, pix: STEEL.id })
    const odd = slip(STEEL, '132.00', '2026-12-10')
    const other = await owes(ids.steel, '199.00', '2026-12-10', { linha_digitavel: lineOf(odd) })
    const { slips } = await swept(slip(STEEL, '130.00', '2026-12-10'), slip(STEEL, '131.00', '2026-12-10'), odd)
    expect(slips.map((one: { situacao: number }) => one.situacao)).toEqual([1, 1, 1])
    expect(await act(slips[1].id, 'vincula', { contas_pagar_id: pix.id })).toMatchObject({
      status: 400,
      body: { code: 'confirm', message: expect.stringContaining('é paga de outra forma') },
    })
    expect(await act(slips[2].id, 'vincula', { contas_pagar_id: other.id })).toMatchObject({
      body: { code: 'confirm', message: expect.stringContaining('O boleto cobra R$ 132,00, e a conta é de R$ 199,00') },
    })
    expect((await act(slips[2].id, 'vincula', { contas_pagar_id: other.id, confirma: true })).status).toBe(200)
    expect(await payable(other.id)).toMatchObject({ vDup: 199, vSaldo: 199 })
  })
})

describe('a slip that is likely', () => {
  it('is proposed at five days from the due date, and not at six', async () => {
    const near = await owes(ids.steel, '140.00', '2027-01-15')
    await owes(ids.steel, '141.00', '2027-01-16')
    const { slips } = await swept(slip(STEEL, '140.00', '2027-01-10'), slip(STEEL, '141.00', '2027-01-10'))
    expect(slips).toMatchObject([
      { situacao: 1, motivo: expect.stringContaining('vencimento próximo') },
      { situacao: 1, motivo: expect.stringContaining('Nenhuma conta a pagar') },
    ])
    expect(await proposals(slips[0].id)).toMatchObject([
      { contas_pagar_id: near.id, porque: 'proximo', mesmo_valor: true },
    ])
    expect(await proposals(slips[1].id)).toEqual([])
    // Of the same issuer and day with another amount it is shown, and no match.
    const { slip: dearer } = await swept(slip(STEEL, '145.00', '2027-01-16'))
    expect(dearer).toMatchObject({ situacao: 1, motivo: expect.stringContaining('Nenhuma conta a pagar') })
    expect(await proposals(dearer.id)).toMatchObject([{ porque: 'difere', mesmo_valor: false, valor: 141 }])
  })

  it('of a factoring company is known once somebody has said for whom it collects; its seller is proposed before', async () => {
    const [one, two, three] = [
      await owes(ids.steel, '150.00', '2026-12-10'),
      await owes(ids.steel, '151.00', '2026-12-10'),
      await owes(ids.steel, '152.00', '2026-12-10'),
    ]
    const { slip: first } = await swept(slip(FACTOR, '150.00', '2026-12-10'))
    expect(first).toMatchObject({
      situacao: 5,
      fraude: true,
      desconhecido: true,
      motivo: expect.stringContaining('nunca vendeu'),
    })
    // What has the amount and the day of another is shown, and takes no suspicion away.
    expect(await proposals(first.id)).toMatchObject([{ contas_pagar_id: one.id, porque: 'valor' }])
    const { slip: sold } = await swept(slip(FACTOR, '152.00', '2026-12-10', { seller: STEEL }))
    expect(sold).toMatchObject({ situacao: 1, fraude: false })
    expect(await proposals(sold.id)).toMatchObject([{ contas_pagar_id: three.id, porque: 'sacador' }])
    expect((await act(first.id, 'vincula', { contas_pagar_id: one.id })).body).toMatchObject({ code: 'confirm' })
    expect((await act(first.id, 'vincula', { contas_pagar_id: one.id, confirma: true })).status).toBe(200)
    // What was suspected stays so: it is approved alone.
    expect(await dda(first.id)).toMatchObject({ situacao: 2, fraude: true, pode_lote: 0 })
    const { slip: second } = await swept(slip(FACTOR, '151.00', '2026-12-10'))
    expect(second).toMatchObject({ situacao: 1, fraude: false, desconhecido: false })
    expect(await proposals(second.id)).toMatchObject([{ contas_pagar_id: two.id, porque: 'alias' }])
  })
})

describe('a slip of an invoice that has not been entered', () => {
  it('waits for the entry, and is linked when that is finalised', async () => {
    const { empresa_id } = server
    await server.insert('tipo_entrada_saida', { descricao: 'Compra', tipo: 0, padrao: 0 })
    await server.insert('armazenamento', { empresa_id, codigo: 'A', xArmazenamento: 'Principal', padrao: true })
    const unidade_id = (await server.insert('unidade', { un: 'UN', descricao: 'Unidade' })).id
    const product = await server.insert('mercadoria', { xProd: 'Chapa', unidade_id })
    const form = new FormData()
    const xml = invoiceXml({
      number: 77,
      supplier: STEEL.id,
      recipient: testCnpj(1),
      items: [{ cProd: 'A', xProd: 'Chapa', qCom: '1.0000', vUnCom: '160.00', vProd: '160.00' }],
      vNF: '160.00',
      instalments: [{ dVenc: '2026-12-20', vDup: '160.00' }],
    })
    form.append('file', new File([xml], 'nota.xml'))
    const invoice = await ok('POST', '/api/compras/nfe_compra/uploadXML', form)
    const one = slip(STEEL, '160.00', '2026-12-20')
    const { slip: record } = await swept(one)
    expect(record).toMatchObject({
      situacao: 1,
      fraude: false,
      nfe_compra_id: invoice.id,
      motivo: 'Espera a entrada da nota 77.',
    })
    const { entrada_id } = await ok('POST', `/api/compras/nfe_compra/${invoice.id}/processarImportacao`, {
      mercadoria_importacao_list: [{ nItem: 1, mercadoria_id: product.id }],
    })
    expect(await ok('POST', '/api/financeiro/boletos_dda/tenta')).toMatchObject({ ligados: 0 })
    expect(await dda(record.id)).toMatchObject({ motivo: expect.stringContaining(`Espera a entrada nº ${entrada_id}`) })
    await ok('POST', `/api/entrada/${entrada_id}/finaliza`)
    const linked = await dda(record.id)
    expect(linked).toMatchObject({ situacao: 2, ligado_por: 'vencimento', nfe_compra_id: null, motivo: null })
    expect(await payable(linked.contas_pagar_id)).toMatchObject({
      linha_digitavel: lineOf(one),
      documento: 'entrada',
    })
    // Cancelled with its entry, the payable lets go of it; the entry is not there to wait for.
    await ok('POST', `/api/entrada/${entrada_id}/cancela`, { xJust: 'Entrada lançada por engano' })
    expect(await dda(record.id)).toMatchObject({ situacao: 1, contas_pagar_id: null })
  })
})

describe('a slip of nothing', () => {
  it('is of an unknown issuer, of one that never sold, or asks for what was paid these days', async () => {
    const idle = { id: testCnpj(33), name: 'Parado Exemplo' }
    await server.insert('fornecedor', { xNome: idle.name, CNPJ_CPF: idle.id })
    const before = await owes(ids.paper, '170.00', '2026-11-20', { numero: 'P-170' })
    await pays(before.id)
    const { slips, told } = await swept(
      slip(STRANGER, '171.00', '2026-12-10'),
      slip(idle, '172.00', '2026-12-10'),
      slip(PAPER, '170.00', '2026-12-10'),
      slip(PAPER, '173.00', '2026-12-10'),
    )
    expect(told).toMatchObject({ ligados: 0, aLigar: 1, fraudes: 3 })
    expect(slips).toMatchObject([
      { situacao: 5, desconhecido: true, fraude: true, motivo: expect.stringContaining('não é fornecedor') },
      { situacao: 5, desconhecido: false, fraude: true, motivo: expect.stringContaining('nunca vendeu') },
      {
        situacao: 5,
        fraude: true,
        motivo: expect.stringContaining('já foi pago a este fornecedor em 20/11/2026 (conta P-170)'),
      },
      { situacao: 1, fraude: false, motivo: expect.stringContaining('Nenhuma conta a pagar') },
    ])
    expect(slips.map((one: { pode_lote: number }) => one.pode_lote)).toEqual([0, 0, 0, 0])
    const typed = await ok('POST', '/api/financeiro/boletos_dda', {
      linha_digitavel: lineOf(slip(STRANGER, '174.00', '2026-12-10')),
    })
    expect(typed).toMatchObject({
      situacao: 1,
      desconhecido: true,
      fraude: false,
      motivo: expect.stringContaining('não foi dito'),
    })
  })
})

describe('two at once', () => {
  it('take the same sweep in once, and one payable is linked to one slip', async () => {
    const file = sweepOf(PAYER, [slip(STEEL, '180.00', '2026-12-10'), slip(STEEL, '181.00', '2026-12-10')])
    const both = await Promise.all([upload([file]), upload([file])])
    expect(both.map((one) => one.body.novos).toSorted()).toEqual([0, 2])
    const owed = await owes(ids.paper, '182.00', '2026-12-10')
    const [one, other] = [slip(PAPER, '182.00', '2026-12-12'), slip(PAPER, '182.00', '2026-12-12')]
    const { slips } = await swept(one, other)
    const tried = await Promise.all(
      slips.map(({ id }: { id: number }) => act(id, 'vincula', { contas_pagar_id: owed.id, confirma: true })),
    )
    expect(tried.map((answer) => answer.status).toSorted()).toEqual([200, 400])
    expect(tried.find((answer) => answer.status === 400)?.body).toMatchObject({
      code: expect.stringMatching(/taken|other_slip/),
    })
  })

  it('of the same file again is the same record, which changes while nobody refused it', async () => {
    const one = slip(STEEL, '190.00', '2026-12-10')
    const open = await owes(ids.steel, '190.00', '2026-12-10')
    const gone = slip(STEEL, '191.00', '2026-12-10')
    const { slips } = await swept(one, gone)
    await ok('POST', `/api/financeiro/boletos_dda/${slips[1].id}/recusa`, { motivo: 'Não compramos isto' })
    const same = await upload([sweepOf(PAYER, [one, gone])])
    expect(same.body).toMatchObject({ boletos: 2, novos: 0, alterados: 0, avisos: [] })
    const told = { told: { due: '2026-12-20' } }
    const later = await upload([
      sweepOf(PAYER, [
        { ...one, ...told },
        { ...gone, ...told },
      ]),
    ])
    expect(later.body).toMatchObject({ novos: 0, alterados: 1, avisos: [expect.stringContaining('mudou no banco')] })
    expect(await recordOf(one)).toMatchObject({ id: slips[0].id, dueDate: '2026-12-20', situacao: 2 })
    expect(await payable(open.id)).toMatchObject({ dVencimento: '2026-12-10' })
    expect(await recordOf(gone)).toMatchObject({ dueDate: '2026-12-10', situacao: 9 })
  })
})
