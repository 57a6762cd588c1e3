import { beforeEach, describe, expect, it } from 'vitest'
import { noteXml } from '../../../core/fiscal/issue/note-xml'
import { paid, SAMPLE_NOTE } from '../../../core/fiscal/issue/notes.fixture'
import { joinProc } from '../../../core/fiscal/services/join'
import { testPair } from '../../../fixtures/certificates'
import { testCnpj } from '../../../fixtures/test-server'
import { call, issuerTest, ok, run, sefaz, server } from '../../nfe/nota/issuing.fixture'
import { sign } from '../../nfe/sefaz/sign'

issuerTest()
beforeEach(async () => {
  await run('update dfe_cursor set "dhProxima" = null')
  sefaz.state.given.clear()
})

let numbers = 0

/** A supplier's note to our company, as whoever may have it gets it. */
function supplied() {
  const note = paid({
    ...SAMPLE_NOTE,
    nNF: String(++numbers),
    dest: { ...SAMPLE_NOTE.dest!, CNPJ_CPF: testCnpj(1), xNome: 'Empresa de Teste Ltda' },
  })
  const { xml, chNFe, totals } = noteXml(note)
  const signed = sign(xml, testPair())
  const digest = /<DigestValue>([^<]+)</.exec(signed)?.[1] ?? ''
  const protocol = `<protNFe xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00"><infProt><tpAmb>2</tpAmb><verAplic>1</verAplic><chNFe>${chNFe}</chNFe><dhRecbto>2026-11-20T10:01:00-03:00</dhRecbto><nProt>135260000000001</nProt><digVal>${digest}</digVal><cStat>100</cStat><xMotivo>Autorizado</xMotivo></infProt></protNFe>`
  const summary = `<resNFe xmlns="http://www.portalfiscal.inf.br/nfe" versao="1.01"><chNFe>${chNFe}</chNFe><CNPJ>${note.emit.CNPJ_CPF}</CNPJ><xNome>${note.emit.xNome}</xNome><IE>110042490114</IE><dhEmi>2026-11-20T10:00:00-03:00</dhEmi><tpNF>1</tpNF><vNF>${totals.vNF.toFixed(2)}</vNF><digVal>${digest}</digVal><dhRecbto>2026-11-20T10:01:00-03:00</dhRecbto><nProt>135260000000001</nProt><cSitNFe>1</cSitNFe></resNFe>`
  return { chNFe, digest, signed, proc: joinProc(signed, protocol), summary, vNF: totals.vNF.toFixed(2) }
}

const cancellation = (chNFe: string): string =>
  `<resEvento xmlns="http://www.portalfiscal.inf.br/nfe" versao="1.01"><cOrgao>35</cOrgao><CNPJ>11222333000181</CNPJ><chNFe>${chNFe}</chNFe><dhEvento>2026-11-20T11:00:00-03:00</dhEvento><tpEvento>110111</tpEvento><nSeqEvento>1</nSeqEvento><xEvento>Cancelamento</xEvento><dhRecbto>2026-11-20T11:00:00-03:00</dhRecbto><nProt>135260000000002</nProt></resEvento>`

const share = (schema: string, chNFe: string, xml: string) =>
  sefaz.state.add({ kind: 'shared', shared: { of: testCnpj(1), tpAmb: '2', schema, chNFe, xml } })
const update = () =>
  call('GET', '/api/compras/nfe_compra/all/updateDFe', undefined, { 'X-Requested-With': 'XMLHttpRequest' })
const invoices = async () => (await ok('GET', '/api/compras/nfe_compra?orderBy=id&sortedBy=asc&perPage=100')).data
const cursor = async () =>
  (await run('select "ultNSU", "cStat", "dhProxima" > now() + interval \'50 minutes\' as espera from dfe_cursor'))[0]

describe('notes that were issued to the company', () => {
  it('come as summaries and whole, each once, with the cursor; an hour passes when there is no more', async () => {
    const [first, second] = [supplied(), supplied()]
    share('resNFe_v1.01.xsd', first.chNFe, first.summary)
    share('procNFe_v4.00.xsd', second.chNFe, second.proc)
    expect((await update()).body).toEqual({ message: 'Buscando as notas na SEFAZ.' })
    await server.runJobs()
    expect(await invoices()).toMatchObject([
      { chave: first.chNFe, resumo: true, nNF: 1, vNF: Number(first.vNF), status: 0 },
      { chave: second.chNFe, resumo: false, nNF: 2, vNF: Number(second.vNF) },
    ])
    expect(await cursor()).toMatchObject({ ultNSU: '000000000000002', espera: true })
    expect(await update()).toMatchObject({
      status: 400,
      body: { code: 'too_soon', message: expect.stringMatching(/depois de \d\d\/\d\d\/\d{4} \d\d:\d\d/) },
    })
    const [summary] = await invoices()
    expect(await call('GET', `/api/compras/nfe_compra/${summary.id}/getImportacaoXmlData`)).toMatchObject({
      status: 400,
      body: { code: 'summary' },
    })
  })

  it('a summary becomes whole when its note comes, by itself or by its key; nothing comes twice', async () => {
    const before = (await invoices()).length
    const one = supplied()
    share('resNFe_v1.01.xsd', one.chNFe, one.summary)
    await update()
    await server.runJobs()
    await run('update dfe_cursor set "dhProxima" = null')
    sefaz.state.given.clear()
    share('procNFe_v4.00.xsd', one.chNFe, one.proc)
    await update()
    await server.runJobs()
    const after = await invoices()
    expect(after).toHaveLength(before + 1)
    expect(after.at(-1)).toMatchObject({ chave: one.chNFe, resumo: false })
    const data = await ok('GET', `/api/compras/nfe_compra/${after.at(-1).id}/getImportacaoXmlData`)
    expect(data.mercadoria_importacao_list).toHaveLength(1)
    // From the beginning again, as after a cursor that was lost.
    await run(`update dfe_cursor set "dhProxima" = null, "ultNSU" = '000000000000000'`)
    sefaz.state.given.clear()
    await update()
    await server.runJobs()
    expect(await invoices()).toHaveLength(before + 1)
  })

  it('one that its issuer cancels is cancelled here, or told as such where it was imported', async () => {
    const one = supplied()
    share('procNFe_v4.00.xsd', one.chNFe, one.proc)
    await update()
    await server.runJobs()
    await run('update dfe_cursor set "dhProxima" = null')
    sefaz.state.given.clear()
    share('resEvento_v1.01.xsd', one.chNFe, cancellation(one.chNFe))
    await update()
    await server.runJobs()
    expect((await invoices()).at(-1)).toMatchObject({ chave: one.chNFe, status: 5 })
  })

  it('one whose cancellation came before it is cancelled when it comes, whole or as a summary', async () => {
    for (const whole of [true, false]) {
      const one = supplied()
      share('resEvento_v1.01.xsd', one.chNFe, cancellation(one.chNFe))
      share(whole ? 'procNFe_v4.00.xsd' : 'resNFe_v1.01.xsd', one.chNFe, whole ? one.proc : one.summary)
      await update()
      await server.runJobs()
      expect((await invoices()).at(-1)).toMatchObject({ chave: one.chNFe, resumo: !whole, status: 5 })
      await run('update dfe_cursor set "dhProxima" = null')
      sefaz.state.given.clear()
    }
  })

  it('an authority that does not answer is told of, and may be asked again at once', async () => {
    sefaz.faults.treat({ service: 'distribution', status: 503 })
    await update()
    await server.runJobs()
    const [told] = await run('select "cStat", "xMotivo", "dhProxima" from dfe_cursor')
    expect(told).toEqual({ cStat: null, xMotivo: 'O serviço da SEFAZ respondeu com o erro HTTP 503.', dhProxima: null })
  })

  it('656 is waited out, and what was read before still counts', async () => {
    const { ultNSU } = (await cursor()) ?? {}
    await update()
    await server.runJobs()
    expect(await cursor()).toMatchObject({ ultNSU, cStat: '137', espera: true })
    // Asked again within the hour, as after a clock that was wrong.
    await run('update dfe_cursor set "dhProxima" = null')
    await update()
    await server.runJobs()
    expect(await cursor()).toMatchObject({ ultNSU, cStat: '656', espera: true })
  })

  it('one comes by its key while no more is to be asked for, twenty an hour', async () => {
    await update()
    await server.runJobs()
    const one = supplied()
    share('procNFe_v4.00.xsd', one.chNFe, one.proc)
    sefaz.state.add({
      kind: 'note',
      note: {
        chNFe: one.chNFe,
        authoriser: undefined,
        tpAmb: '2',
        nProt: '135260000000001',
        dhRecbto: '2026-11-20T10:01:00-03:00',
        digVal: one.digest,
        cStat: '100',
        xml: one.signed,
      },
    })
    const byKey = () => call('POST', '/api/compras/nfe_compra/all/importarNFeChave', { chave: one.chNFe })
    expect((await byKey()).body).toEqual({ message: 'Buscando a nota na SEFAZ.' })
    await server.runJobs()
    expect((await invoices()).at(-1)).toMatchObject({ chave: one.chNFe, resumo: false })
    expect(await cursor()).toMatchObject({ cStat: '138', espera: true })
    await run('update dfe_cursor set "qChave" = 20')
    expect(await byKey()).toMatchObject({
      status: 400,
      body: { code: 'too_soon', message: expect.stringContaining('20 consultas por chave a cada hora') },
    })
  })

  it('422 for a key that is none; 503 without a certificate', async () => {
    const byKey = (chave: string) => call('POST', '/api/compras/nfe_compra/all/importarNFeChave', { chave })
    expect((await byKey('123')).body.errors).toEqual({ chave: ['Chave de acesso inválida.'] })
    await run('delete from empresa_certificado')
    expect((await update()).status).toBe(503)
  })
})
