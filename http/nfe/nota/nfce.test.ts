import { describe, expect, it } from 'vitest'
import { call, hurried, ids, invoiced, issuerTest, ok, run, sefaz, sent } from './issuing.fixture'

issuerTest()

const signedOf = async (id: number) =>
  String(
    (await run(`select xml from nfe_xml where nfe_id = ${id} and tipo = 'assinada' order by id desc limit 1`))[0]?.xml,
  )
const on = (mod: number) => ok('POST', '/api/nfe/contingencia', { mod, xJust: 'SEFAZ fora do ar desde cedo' })
const off = (id: number) => ok('POST', `/api/nfe/contingencia/${id}/desliga`)

describe('an NFC-e', () => {
  it('goes to a consumer who may be nobody, with its QR-Code', async () => {
    const { note } = await invoiced({ cliente_id: ids.consumer, geraNFe: 3 })
    expect(note).toMatchObject({ mod: 65, nNF: 1, serie: 1, xDest: 'Consumidor não identificado', problemas: null })
    expect(await sent(note.id)).toMatchObject({ status: 3, cStat: '100' })
    const xml = await signedOf(note.id)
    expect(xml).toMatch(
      new RegExp(`<qrCode>http://www\\.fazenda\\.pr\\.gov\\.br/nfce/qrcode\\?p=${note.chNFe}\\|3\\|2</qrCode>`),
    )
    expect(xml).not.toContain('<dest>')
    const pdf = await call('GET', `/api/nfe/print_danfe/${note.id}`)
    expect(pdf.status).toBe(200)
  })

  it('converts into an NF-e that refers to it, charges nothing, and moves nothing; once', async () => {
    const { note, venda_id } = await invoiced({ cliente_id: ids.consumer, geraNFe: 3 })
    await sent(note.id)
    const convert = (body: object) => call('POST', `/api/nfe/nfe/${note.id}/converterNFCe`, body)
    expect((await convert({ cliente_id: ids.consumer })).body.errors).toEqual({
      cliente_id: ['O cliente precisa de CNPJ ou CPF.'],
    })
    const made = await convert({ cliente_id: ids.customer })
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    expect(await sent(made.body.nfe.id)).toMatchObject({ status: 3, mod: 55, cliente_id: ids.customer, vNF: 20 })
    const xml = await signedOf(made.body.nfe.id)
    expect(xml).toContain(`<refNFe>${note.chNFe}</refNFe>`)
    expect(xml).toContain('<CFOP>5929</CFOP>')
    expect(xml).toContain('<tPag>90</tPag>')
    expect(await convert({ cliente_id: ids.customer })).toMatchObject({ status: 400, body: { code: 'converted' } })
    await ok('POST', `/api/nfe/nfe/${made.body.nfe.id}/cancela`, { xJust: 'Cliente errado na conversão' })
    expect((await sent(made.body.nfe.id)).status).toBe(5)
    expect((await ok('GET', `/api/venda/${venda_id}`)).status).toBe(4)
  })

  it('is refused for a company before it has a number', async () => {
    const { note } = await invoiced({ geraNFe: 3 })
    expect(note).toMatchObject({ status: 0, nNF: null })
    expect(note.problemas[0].message).toContain('NFC-e é só para consumidor')
  })
})

describe('contingency', () => {
  it('of an NF-e goes to the virtual SEFAZ of its state, and back when it is turned off', async () => {
    sefaz.faults.down('PR', '109')
    sefaz.faults.contingency.set('PR', 'on')
    const { id } = await on(55)
    const { note } = await invoiced()
    expect(note).toMatchObject({ tpEmis: 7 })
    expect(await sent(note.id)).toMatchObject({ status: 3 })
    const xml = await signedOf(note.id)
    expect(xml).toMatch(/<dhCont>[^<]+<\/dhCont><xJust>SEFAZ fora do ar desde cedo<\/xJust>/)
    expect(sefaz.calls.at(-1)).toMatch(/^authorise/)
    await off(id)
    sefaz.faults.up()
    const after = await invoiced()
    expect(after.note.tpEmis).toBe(1)
    expect((await sent(after.note.id)).status).toBe(3)
  })

  it('of an NFC-e is printed at once with a signed QR-Code, and sent when the authority is back', async () => {
    sefaz.faults.down('PR', '109')
    const { id } = await on(65)
    const { note } = await invoiced({ cliente_id: ids.consumer, geraNFe: 3 })
    expect(note).toMatchObject({ status: 1, tpEmis: 9 })
    expect(await signedOf(note.id)).toMatch(/<qrCode>[^<]+\|3\|2\|\d\d\|20\.00\|\|\|[A-Za-z0-9+/=]{300,}<\/qrCode>/)
    expect((await call('GET', `/api/nfe/print_danfe/${note.id}`)).status).toBe(200)
    expect((await sent(note.id)).status).toBe(1)
    sefaz.faults.up()
    await off(id)
    expect((await hurried(note.id)).status).toBe(3)
  })

  it('is one at a time a model, with a reason, and is not changed', async () => {
    const { id } = await on(55)
    expect(await call('POST', '/api/nfe/contingencia', { mod: 55, xJust: 'SEFAZ fora do ar outra vez' })).toMatchObject(
      { status: 409 },
    )
    expect(await call('PUT', `/api/nfe/contingencia/${id}`, { xJust: 'Outro motivo bem comprido' })).toMatchObject({
      status: 400,
    })
    expect(await call('DELETE', `/api/nfe/contingencia/${id}`)).toMatchObject({ status: 400 })
    await off(id)
    expect(await call('POST', `/api/nfe/contingencia/${id}/desliga`)).toMatchObject({ status: 400 })
    expect((await call('POST', '/api/nfe/contingencia', { mod: 55, xJust: 'curto' })).body.errors).toEqual({
      xJust: ['O motivo precisa ter no mínimo 15 caracteres.'],
    })
  })
})
