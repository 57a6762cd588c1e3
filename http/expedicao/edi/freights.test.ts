import { beforeAll, describe, expect, it } from 'vitest'
import { conemb, doccob } from '../../../fixtures/edi/samples'
import { testCnpj } from '../../../fixtures/test-server'
import { call, faults, ids, issuerTest, ok, run, server } from '../../nfe/nota/issuing.fixture'
import { carrierId, head, invoicesOf, linesOf, openCarrier, OWN, PATH, shipped, taken } from './edi.fixture'

/** Notes that go to carriers, and the freights that they embark and charge. */

issuerTest()
beforeAll(openCarrier)

describe('freights', () => {
  it('that a CONEMB embarks are shared among the notes, and a DOCCOB that charges the same becomes an account payable, which is undone', async () => {
    const [one, other] = [await shipped(), await shipped({}, { qTrib: 6 })]
    const waybill = { number: '8001', freight: '80.00', notes: [one.note, other.note] }
    const embarked = await taken(conemb(head(), [waybill]))
    expect(embarked).toMatchObject({ tipo: 'conemb', linhas: 2, aplicadas: 2 })
    expect(await linesOf(embarked.id)).toMatchObject([{ vFrete: 20 }, { vFrete: 60, vConhecimento: 80 }])
    expect(await taken(conemb(head('5.0'), [waybill]))).toMatchObject({ ignoradas: 2, aplicadas: 0 })

    const charged = await taken(doccob(head('5.0'), [{ number: '501', due: '2026-12-20', waybills: [waybill] }]))
    expect(charged).toMatchObject({ tipo: 'doccob', aplicadas: 1, divergentes: 0 })
    const [invoice] = await invoicesOf(charged.id)
    expect(invoice).toMatchObject({ valor: 80, vEsperado: 80, vDiferenca: 0, status: 0 })
    const done = await ok('POST', `/api/edi_fatura/${invoice.id}/lanca`)
    const account = await ok('GET', `/api/contas_pagar/${done.contas_pagar_id}`)
    expect(account).toMatchObject({ numero: '501', vDup: 80, vSaldo: 80, dVencimento: '2026-12-20' })
    expect((await call('DELETE', `${PATH}/${charged.id}`)).body.code).toBe('applied')
    expect(await faults()).toEqual([])
    expect(await ok('POST', `/api/edi_fatura/${invoice.id}/estorna`)).toMatchObject({
      status: 0,
      contas_pagar_id: null,
    })
    expect((await ok('GET', `/api/contas_pagar/${account.id}`)).dhCancelamento).not.toBeNull()
    expect(await faults()).toEqual([])
    await ok('DELETE', `${PATH}/${charged.id}`)
  })

  it('that differ are shown with by how much, and asked about before they are owed; what was charged before is told', async () => {
    const { note } = await shipped({ vFrete: '15.00' })
    await taken(conemb(head(), [{ number: '8100', freight: '50.00', notes: [note] }]))
    const waybills = [
      { number: '8100', freight: '55.00', notes: [note] },
      { number: '8101', freight: '15.00', notes: [note] },
      { number: '8102', freight: '9.00', notes: [] },
    ]
    const charged = await taken(doccob(head(), [{ number: '601', due: '2026-12-20', waybills }]))
    expect(charged).toMatchObject({ divergentes: 1, aplicadas: 1, pendentes: 1 })
    expect(await linesOf(charged.id)).toMatchObject([
      { vFrete: 55, vConhecimento: 50, vVenda: 15, vDiferenca: 5, motivo: 'Difere do CONEMB.' },
      { vConhecimento: null, vVenda: 15, vDiferenca: 0, situacao: 4 },
      { situacao: 1, motivo: expect.stringContaining('não veio em um CONEMB') },
    ])
    const [invoice] = await invoicesOf(charged.id)
    const path = `/api/edi_fatura/${invoice.id}/lanca`
    expect((await call('POST', path, {})).body).toMatchObject({
      code: 'confirm',
      message: expect.stringMatching(
        /^A fatura cobra R\$\s79,00, e eram esperados R\$\s65,00 \(1 conhecimento difere, em R\$\s5,00\): deseja/,
      ),
    })
    const clerk = await server.user({ permissions: ['edit edi', 'show edi'] })
    expect((await clerk('POST', path, { confirma: true })).status).toBe(403)
    await ok('POST', path, { confirma: true })

    const twice = await taken(doccob(head(), [{ number: '601', due: '2026-12-21', waybills: waybills.slice(1, 2) }]))
    expect((await linesOf(twice.id))[0].motivo).toBe(`Este conhecimento já foi cobrado no arquivo nº ${charged.id}.`)
    const [again] = await invoicesOf(twice.id)
    expect((await call('POST', `/api/edi_fatura/${again.id}/lanca`, { confirma: true })).body.code).toBe('billed')
  })

  it('of an invoice that is not the sum of what is expected are asked about, whatever its waybills say', async () => {
    const { note } = await shipped({ vFrete: '15.00' })
    const waybills = [{ number: '8200', freight: '15.00', notes: [note] }]
    const charged = await taken(
      doccob(head(), [
        { number: '701', due: '2026-12-20', total: '95.00', waybills },
        { number: '702', due: '2026-12-20', total: '30.00', waybills: [] },
        { number: '703', due: '2026-12-20', waybills: [{ number: '8201', freight: '9.00', notes: [] }] },
      ]),
    )
    expect(charged).toMatchObject({ divergentes: 0 })
    const asked = (cobra: string, esperado: string) =>
      expect.stringMatching(`^A fatura cobra R\\$\\s${cobra}, e eram esperados R\\$\\s${esperado}: deseja`)
    const invoices = await invoicesOf(charged.id)
    for (const [at, message] of [asked('95,00', '15,00'), asked('30,00', '0,00'), asked('9,00', '0,00')].entries()) {
      const path = `/api/edi_fatura/${invoices[at].id}/lanca`
      expect((await call('POST', path, {})).body).toMatchObject({ code: 'confirm', message })
      await ok('POST', path, { confirma: true })
    }
  })

  it('of a carrier that is a supplier alone are owed once, in whatever file they come', async () => {
    const carrier = testCnpj(78)
    await server.insert('fornecedor', { xNome: 'Só Fornecedor', CNPJ_CPF: carrier })
    const invoice = { number: '801', due: '2026-12-20', total: '10.00', waybills: [] }
    const files = []
    for (const _ of [1, 2]) files.push(await taken(doccob({ ...head(), carrier }, [invoice])))
    const [[first], [second]] = [await invoicesOf(files[0].id), await invoicesOf(files[1].id)]
    await ok('POST', `/api/edi_fatura/${first.id}/lanca`, { confirma: true })
    expect((await call('POST', `/api/edi_fatura/${second.id}/lanca`, { confirma: true })).body).toMatchObject({
      code: 'billed',
      message: expect.stringContaining(`pelo arquivo nº ${files[0].id}`),
    })
    // The same number of another carrier is another invoice.
    const other = await taken(doccob(head(), [invoice]))
    await ok('POST', `/api/edi_fatura/${(await invoicesOf(other.id))[0].id}/lanca`, { confirma: true })
  })

  it('of a waybill that is told twice are expected once, in one file and in two', async () => {
    const { note } = await shipped()
    const waybill = { number: '8300', freight: '50.00', notes: [note] }
    const first = await taken(conemb(head(), [waybill, waybill]))
    expect(first).toMatchObject({ linhas: 2, aplicadas: 1, ignoradas: 1 })
    expect((await linesOf(first.id))[1].motivo).toBe(`Este conhecimento já veio no arquivo nº ${first.id}.`)
    expect(await taken(conemb(head(), [waybill]))).toMatchObject({ aplicadas: 0, ignoradas: 1 })
    const charged = await taken(doccob(head(), [{ number: '901', due: '2026-12-20', waybills: [waybill] }]))
    expect(await linesOf(charged.id)).toMatchObject([{ vConhecimento: 50, vDiferenca: 0, situacao: 4 }])
    const other = { ...waybill, number: '8301' }
    await taken(conemb(head(), [other]))
    const twice = await taken(doccob(head(), [{ number: '904', due: '2026-12-20', waybills: [other, other] }]))
    expect(await linesOf(twice.id)).toMatchObject([
      { situacao: 4 },
      { situacao: 2, motivo: `Este conhecimento já foi cobrado no arquivo nº ${twice.id}.` },
    ])
  })

  it('of a waybill whose first file was deleted are those of the next, once that is tried again', async () => {
    const { note } = await shipped()
    const waybill = { number: '8400', freight: '50.00', notes: [note] }
    const first = await taken(conemb(head(), [waybill]))
    const next = await taken(conemb(head(), [{ ...waybill, freight: '60.00' }, waybill]))
    expect(next).toMatchObject({ aplicadas: 0, ignoradas: 2 })
    expect(await ok('POST', `${PATH}/${next.id}/tenta`)).toMatchObject({ aplicadas: 0, ignoradas: 2 })
    await ok('DELETE', `${PATH}/${first.id}`)
    expect(await ok('POST', `${PATH}/${next.id}/tenta`)).toMatchObject({ aplicadas: 1, ignoradas: 1 })
    const charged = await taken(doccob(head(), [{ number: '902', due: '2026-12-20', waybills: [waybill] }]))
    expect(await linesOf(charged.id)).toMatchObject([{ vConhecimento: 60, vDiferenca: -10 }])
    // Whoever tells it after that is the double.
    expect(await taken(conemb(head(), [waybill]))).toMatchObject({ aplicadas: 0, ignoradas: 1 })
  })
})

describe('a NOTFIS', () => {
  it('tells a carrier the notes of chosen sales; is kept, numbered by day, and asks before notes are sent again', async () => {
    const [one, other] = [await shipped(), await shipped()]
    const vendas = [one.venda_id, other.venda_id]
    const made = await ok('POST', `${PATH}/geraNOTFIS`, { vendas })
    expect(made).toMatchObject({ notas: 2, intercambio: expect.stringMatching(/^NOT\d{9}$/) })
    const text = await ok('GET', `${PATH}/${made.id}/conteudo`)
    expect(text).toContain(one.chNFe)
    expect(text).toContain(`311${OWN}`)
    // Who receives is named as the note names them.
    await run(`update cliente set nro = null where id = ${ids.customer}`)
    const nameless = await ok('POST', `${PATH}/geraNOTFIS`, { vendas, confirma: true })
    const told = await ok('GET', `${PATH}/${nameless.id}/conteudo`)
    expect([text, told].map((one) => /^312.*(RUA DAS FLORES, \S+)/m.exec(one)?.[1])).toEqual([
      'RUA DAS FLORES, 100',
      'RUA DAS FLORES, S/N',
    ])
    await run(`update cliente set "xLgr" = null where id = ${ids.customer}`)
    const homeless = await ok('POST', `${PATH}/geraNOTFIS`, { vendas, confirma: true })
    expect(await ok('GET', `${PATH}/${homeless.id}/conteudo`)).toMatch(/^312.{69} {40}CENTRO/m)
    await run(`update cliente set "xLgr" = 'Rua das Flores', nro = '100' where id = ${ids.customer}`)
    const kept = await ok('GET', `${PATH}/${made.id}`)
    expect(kept).toMatchObject({ sentido: 'saida', tipo: 'notfis', status: 4 })
    const again = await call('POST', `${PATH}/geraNOTFIS`, { vendas: [one.venda_id] })
    expect(again.body).toMatchObject({ code: 'confirm', message: expect.stringContaining(`(arquivo nº ${made.id})`) })
    const second = await ok('POST', `${PATH}/geraNOTFIS`, { vendas: [one.venda_id], confirma: true })
    expect(second.intercambio.slice(-1)).toBe(String(kept.sequencia + 3))
    expect((await ok('GET', `${PATH}/${second.id}`)).sequencia).toBe(kept.sequencia + 3)
    const five = await ok('POST', `${PATH}/geraNOTFIS`, { vendas, versao: '5.0', confirma: true })
    expect(five.intercambio).toMatch(/^NOT50\d{4}001$/)
  })

  it('takes all that wait for a carrier, and refuses sales without a note or of another carrier', async () => {
    const { venda_id, chNFe } = await shipped()
    const made = await ok('POST', `${PATH}/geraNOTFIS`, { transportadora_id: carrierId(), versao: '5.0' })
    expect(await ok('GET', `${PATH}/${made.id}/conteudo`)).toContain(chNFe)
    expect((await call('POST', `${PATH}/geraNOTFIS`, { transportadora_id: carrierId() })).body.code).toBe('no_sales')
    const other = (await server.insert('transportadora', { xNome: 'Outra' })).id
    expect((await call('POST', `${PATH}/geraNOTFIS`, { vendas: [venda_id], transportadora_id: other })).body.code).toBe(
      'other_carrier',
    )
    expect((await call('POST', `${PATH}/geraNOTFIS`, { vendas: [999_999] })).body).toMatchObject({
      code: 'no_note',
      message: 'Sem NF-e autorizada: venda nº 999999.',
    })
  })

  it('leaves out what is known to be sent, and refuses more than a file takes instead of leaving some out', async () => {
    const transportadora_id = (await server.insert('transportadora', { xNome: 'Transportes Antigos' })).id
    const [old, waits] = [await shipped({ transportadora_id }), await shipped({ transportadora_id })]
    await run(`update venda set "dhEnviado" = now() where id = ${old.venda_id}`)
    const made = await ok('POST', `${PATH}/geraNOTFIS`, { transportadora_id })
    expect(made.notas).toBe(1)
    expect(await ok('GET', `${PATH}/${made.id}/conteudo`)).toContain(waits.chNFe)

    await run(`with sold as (
        insert into venda (empresa_id, cliente_id, tipo_entrada_saida_id, transportadora_id, "dhFechamento")
          select empresa_id, cliente_id, tipo_entrada_saida_id, transportadora_id, "dhFechamento" from venda, generate_series(1, 2001) where id = ${old.venda_id} returning id, empresa_id)
      insert into nfe (empresa_id, venda_id, mod, serie, "nNF", "chNFe", "vNF", "dhAssinatura", "dhAutorizacao", "dhEmi")
        select empresa_id, id, 55, 9, row_number() over (), lpad(id::text, 44, '0'), 10, now(), now(), now() from sold`)
    expect((await call('POST', `${PATH}/geraNOTFIS`, { transportadora_id })).body).toMatchObject({
      code: 'too_many',
      message: 'São mais de 2000 vendas: selecione as vendas ou uma rota, 2000 por arquivo.',
    })
  })
})
