import { today } from '../../../fixtures/test-clock'
import { describe, expect, it } from 'vitest'
import { testCnpj } from '../../../fixtures/test-server'
import {
  call,
  faults,
  hurried,
  ids,
  invoiced,
  issuerTest,
  noteById,
  noteOf,
  ok,
  run,
  sale,
  sefaz,
  sent,
} from './issuing.fixture'

issuerTest()

const act = (id: number, verb: string, body: object = {}) => call('POST', `/api/nfe/nfe/${id}/${verb}`, body)
const numbers = async () =>
  (await run('select "nNF" from nfe where "nNF" is not null and mod = 55 order by 1')).map((row) => row.nNF)

describe('a sale that issues', () => {
  it('numbers, signs and sends its note as it is invoiced; the authority authorises it', async () => {
    const { note, venda_id } = await invoiced()
    expect(note).toMatchObject({ status: 1, nNF: 1, serie: 1, vNF: 20, natOp: 'Venda de mercadoria', problemas: null })
    expect(note.has_venda).toEqual({ venda_id, venda: { cliente_id: ids.customer } })
    const after = await sent(note.id)
    expect(after).toMatchObject({ status: 3, cStat: '100', nProt: expect.stringMatching(/^\d{15}$/) })
    const kept = await run(`select tipo, xml from nfe_xml where nfe_id = ${note.id} order by id`)
    expect(kept.map(({ tipo }) => tipo)).toEqual(['assinada', 'protocolo'])
    // The very bytes that were signed stand in what is kept of the answer, and at the authority.
    expect(String(kept[1]?.xml)).toContain(String(kept[0]?.xml).replace(/^<\?xml[^>]*\?>/, ''))
    expect(sefaz.state.notes.get(after.chNFe)?.nProt).toBe(after.nProt)
    expect(await faults()).toEqual([])
  })

  it('goes to another state with its own CFOP and rate, and says who the customer was', async () => {
    const { note } = await invoiced({ cliente_id: ids.far })
    expect(note).toMatchObject({ UF_dest: 'SP', CNPJ_CPF_dest: testCnpj(51), xDest: 'Loja de São Paulo Ltda' })
    expect(await sent(note.id)).toMatchObject({ status: 3 })
    const [row] = await run(`select xml from nfe_xml where nfe_id = ${note.id} and tipo = 'assinada'`)
    const xml = row?.xml
    expect(xml).toContain('<idDest>2</idDest>')
    expect(xml).toContain('<CFOP>6102</CFOP>')
    expect(xml).toContain('<pICMS>12.0000</pICMS>')
  })

  it('whose operation asks for a note to refer to waits until one is named', async () => {
    const { id: asks } = await ok('POST', '/api/tipo_entrada_saida', {
      descricao: 'Complemento de preço',
      natOp: 'Complemento',
      movimenta_estoque: false,
      exige_referencia: true,
      cfop_list: [{ origem: 2, st: 0, destino: 1, CFOP: '5102' }],
    })
    const { note } = await invoiced({ tipo_entrada_saida_id: asks })
    expect(note).toMatchObject({
      status: 0,
      problemas: [
        {
          message: 'A operação “Complemento de preço” exige a nota referenciada: informe a chave dela.',
          place: { resource: 'nfe', field: 'referencias' },
        },
      ],
    })
    const [other] = await run(`select "chNFe" from nfe where status = 3 order by id limit 1`)
    await ok('PUT', `/api/nfe/nfe/${note.id}`, { referencias: [other?.chNFe] })
    await ok('POST', `/api/nfe/nfe/${note.id}/emite`)
    expect((await sent(note.id)).status).toBe(3)
  })

  it('issues nothing where it says so, and then when somebody asks; never twice', async () => {
    const venda_id = await sale()
    await ok('POST', `/api/venda/${venda_id}/fatura`)
    expect(await noteOf(venda_id)).toBeUndefined()
    const made = await ok('POST', `/api/venda/${venda_id}/emiteNFe`)
    expect(made.nfe).toMatchObject({ status: 1, problemas: null })
    expect((await sent(made.nfe.id)).status).toBe(3)
    expect(await call('POST', `/api/venda/${venda_id}/emiteNFe`)).toMatchObject({
      status: 400,
      body: { code: 'has_note' },
    })
    expect(await call('POST', `/api/venda/${await sale()}/emiteNFe`)).toMatchObject({
      status: 400,
      body: { code: 'not_invoiced' },
    })
  })

  it('is invoiced although its note cannot go: a draft tells all that is missing, and goes when it is mended', async () => {
    const bare = (await ok('POST', '/api/mercadoria', { xProd: 'Sem NCM', codigo: 'SN' })).id
    const venda_id = await sale({ geraNFe: 1 }, { mercadoria_id: bare })
    await ok('PUT', `/api/cliente/${ids.customer}`, { xBairro: '' })
    const before = await numbers()
    await ok('POST', `/api/venda/${venda_id}/fatura`)
    const draft = await noteOf(venda_id)
    expect(draft).toMatchObject({ status: 0, nNF: null })
    expect(draft.problemas).toEqual([
      {
        message: 'Bairro do destinatário: falta informar.',
        place: { resource: 'cliente', field: 'xBairro', id: ids.customer },
      },
      {
        message: 'Item 1: NCM: falta informar.',
        nItem: 1,
        place: { resource: 'mercadoria', field: 'NCM', id: bare },
      },
    ])
    expect(await numbers()).toEqual(before)
    const refused = await act(draft.id, 'emite')
    expect(refused).toMatchObject({ status: 422, body: { code: 'note_refused' } })
    expect(Object.keys(refused.body.errors)).toEqual(['cliente.xBairro', 'mercadoria.NCM'])
    await ok('PUT', `/api/cliente/${ids.customer}`, { xBairro: 'Centro' })
    await ok('PUT', `/api/mercadoria/${bare}`, { NCM: '04061010' })
    await ok('POST', `/api/nfe/nfe/${draft.id}/emite`)
    expect(await sent(draft.id)).toMatchObject({ status: 3, problemas: null })
  })

  it('with IPI and freight says that the rule may leave the freight out of the base; then both charge the same', async () => {
    await run(`update tributacao set "cstIPI" = '50', "pIPI" = 5 where id = ${ids.rule}`)
    const { note } = await invoiced({ vFrete: 10, tpFrete: 0 }, { pIPI: 5 })
    expect(note.problemas).toEqual([
      expect.objectContaining({
        message: expect.stringMatching(
          /o IPI da venda é R\$.1,00, e pela regra de tributação é R\$.1,50\. A base tem o frete/,
        ),
        place: { resource: 'tributacao', field: 'ipi_frete', id: ids.rule },
      }),
      expect.objectContaining({ cStat: '865' }),
    ])
    await ok('PUT', `/api/nfe/tributacao/${ids.rule}`, { ipi_frete: false })
    await ok('POST', `/api/nfe/nfe/${note.id}/emite`)
    expect(await sent(note.id)).toMatchObject({ status: 3, vIPI: 1, vFrete: 10, vNF: 31 })
    await run(`update tributacao set "cstIPI" = null, "pIPI" = null, ipi_frete = true where id = ${ids.rule}`)
  })

  it('waits as a draft without a certificate, without a series, without a rule', async () => {
    await run('update serie_numero set ativo = false where "tpDoc" = 1')
    const { note } = await invoiced()
    expect(note).toMatchObject({
      status: 0,
      problemas: [
        {
          message: 'A empresa não tem série de NF-e ativa neste ambiente: cadastre uma.',
          place: { resource: 'serie_numero', field: 'serie' },
        },
      ],
    })
    await run('update serie_numero set ativo = true where "tpDoc" = 1')
    await run('update tributacao set "dFim" = \'2020-01-01\'')
    expect((await act(note.id, 'emite')).body.errors['tributacao.taxCode'][0]).toContain('não há regra de tributação')
    await run('update tributacao set "dFim" = null')
    const [kept] = await run('delete from empresa_certificado returning *')
    expect(await act(note.id, 'emite')).toMatchObject({ status: 503, body: { code: 'integration_not_configured' } })
    expect(kept).toBeDefined()
    const { certified } = await import('./issuing.fixture')
    await certified()
    await ok('POST', `/api/nfe/nfe/${note.id}/emite`)
    expect((await sent(note.id)).status).toBe(3)
  })
})

describe('refused by the authority', () => {
  it('says why and where it is mended; corrected, it goes again with the same number', async () => {
    sefaz.faults.treat({ service: 'authorise', reject: '778' })
    const { note } = await invoiced()
    const refused = await sent(note.id)
    expect(refused).toMatchObject({ status: 2, cStat: '778', xMotivo: expect.any(String) })
    expect(refused.problemas).toEqual([
      {
        cStat: '778',
        message: 'Escolha um NCM vigente para a mercadoria.',
        place: { resource: 'mercadoria', field: 'NCM' },
      },
    ])
    await ok('POST', `/api/nfe/nfe/${note.id}/corrige`)
    const after = await sent(note.id)
    expect(after).toMatchObject({ status: 3, nNF: note.nNF, chNFe: note.chNFe })
    expect(await act(note.id, 'corrige')).toMatchObject({ status: 400, body: { code: 'authorised' } })
  })

  it('given up, its number is a gap that is never given again', async () => {
    sefaz.faults.treat({ service: 'authorise', reject: '302' })
    const { note, venda_id } = await invoiced()
    expect((await sent(note.id)).status).toBe(2)
    expect(await act(note.id, 'abandona', { xJust: 'curto' })).toMatchObject({
      status: 422,
      body: { message: 'Diga por que a nota é abandonada: no mínimo 15 caracteres.' },
    })
    await ok('POST', `/api/nfe/nfe/${note.id}/abandona`, { xJust: 'Cliente irregular na SEFAZ' })
    const { data } = await ok('GET', `/api/nfe/serie_numero/${ids.serie}/lacunas`)
    expect(data).toEqual([{ de: note.nNF, ate: note.nNF }])
    const again = await ok('POST', `/api/venda/${venda_id}/emiteNFe`)
    expect((await sent(again.nfe.id)).nNF).toBeGreaterThan(note.nNF)
  })
})

describe('another note under our key', () => {
  it('is not ours: the series stops, and the note can still be given up', async () => {
    const { note } = await invoiced()
    const digVal = Buffer.from('of another note').toString('base64')
    const kept = {
      chNFe: note.chNFe,
      authoriser: undefined,
      tpAmb: '2',
      nProt: '141260000009999',
      digVal,
      cStat: '100',
    }
    const dhRecbto = '2026-11-20T10:01:00-03:00'
    sefaz.state.add({ kind: 'note', note: { ...kept, dhRecbto, xml: '<NFe/>' } })
    expect(await sent(note.id)).toMatchObject({
      status: 2,
      problemas: [{ message: 'A SEFAZ tem outra nota com a chave desta: a série foi parada. Avise o suporte.' }],
    })
    expect(await ok('GET', `/api/nfe/serie_numero/${ids.serie}`)).toMatchObject({ ativo: false })
    expect(await act(note.id, 'corrige')).toMatchObject({ status: 422, body: { code: 'no_series' } })
    await ok('POST', `/api/nfe/nfe/${note.id}/abandona`, { xJust: 'A SEFAZ tem outra nota com a chave' })
    const { data } = await ok('GET', `/api/nfe/serie_numero/${ids.serie}/lacunas`)
    expect(data).toContainEqual({ de: note.nNF, ate: note.nNF })
    await ok('PUT', `/api/nfe/serie_numero/${ids.serie}`, { ativo: true })
  })
})

describe('exactly once', () => {
  it.each([
    ['the line breaks after it was taken', { cut: 'after' }],
    ['the answer breaks off', { cut: 'half' }],
    ['the authority falls over after taking it', { fault: 'Receiver' }],
  ] as const)('%s: asked for by its key, not sent again', async (_, fault) => {
    sefaz.faults.treat({ service: 'authorise', ...fault })
    const { note } = await invoiced()
    expect((await sent(note.id)).status).toBe(1)
    const calls = sefaz.calls.filter((one) => one.startsWith('authorise')).length
    expect((await hurried(note.id)).status).toBe(3)
    expect(sefaz.calls.filter((one) => one.startsWith('authorise')).length).toBe(calls)
    expect([...sefaz.state.notes.keys()].filter((key) => key === note.chNFe)).toHaveLength(1)
  })

  it('a lot that is answered by a receipt is asked for by it', async () => {
    sefaz.faults.treat({ service: 'authorise', waits: 1 })
    const { note } = await invoiced()
    expect((await sent(note.id)).status).toBe(3)
  })

  it.each([
    ['the line breaks before it is taken', { cut: 'before' }],
    ['the authority forgets it', { forget: true }],
  ] as const)('%s: the same bytes go again', async (_, fault) => {
    sefaz.faults.treat({ service: 'authorise', ...fault })
    const { note } = await invoiced()
    await sent(note.id)
    const after = 'forget' in fault ? await noteById(note.id) : await hurried(note.id)
    expect(after.status).toBe(3)
    const signed = await run(`select count(*)::int as n from nfe_xml where nfe_id = ${note.id} and tipo = 'assinada'`)
    expect(signed).toEqual([{ n: 1 }])
  })

  it('an authority that is out of order is asked again later', async () => {
    sefaz.faults.down('PR', '108')
    const { note } = await invoiced()
    expect((await sent(note.id)).status).toBe(1)
    sefaz.faults.up()
    expect((await hurried(note.id)).status).toBe(3)
  })
})

describe('files', () => {
  it('gives the XML and the DANFE of one, and of many by period', async () => {
    const { note } = await invoiced()
    await sent(note.id)
    const xml = await call('GET', `/api/nfe/get_xml/${note.id}`)
    expect([xml.status, xml.body]).toEqual([200, expect.stringMatching(/^<\?xml.*<nfeProc.*<protNFe/s)])
    const pdf = await call('GET', `/api/nfe/print_danfe/${note.id}`)
    expect([pdf.status, pdf.body.slice(0, 5)]).toEqual([200, '%PDF-'])
    const many = await call('GET', `/api/nfe/xml_lote?dIni=${today().slice(0, 8)}01&dFim=2099-12-31&mod=55`)
    expect([many.status, many.body.slice(0, 2)]).toEqual([200, 'PK'])
    expect((await call('GET', `/api/nfe/nfe/${note.id}/downloadXmlLote?id_list=${note.id}`)).status).toBe(200)
    expect((await call('GET', '/api/nfe/xml_lote')).status).toBe(422)
    expect((await call('GET', '/api/nfe/get_xml/999999')).status).toBe(404)
  })
})
