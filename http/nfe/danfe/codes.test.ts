import { expect, it } from 'vitest'
import { noteKey, noteXml } from '../../../fixtures/nfe/note'
import { codesIn } from '../../../fixtures/read-codes'
import { ccePdf, danfePdf } from './danfe-pdf'

const QR = `https://www.fazenda.pr.gov.br/nfce/qrcode?p=${noteKey({ mod: '65', tpEmis: '9' })}|3|1|10|21.00|1|11222333000181|${'Ab3+/'.repeat(68)}===`

it.each(['123456780001', '12ABC34501DE'])('the bars of %s say the key', async (emitter) => {
  expect(await codesIn(await danfePdf(noteXml({ emitter })))).toEqual([noteKey({ emitter })])
  expect(await codesIn(await danfePdf(noteXml({ emitter }), { orientation: 'landscape' }))).toEqual([
    noteKey({ emitter }),
  ])
  expect(await codesIn(await danfePdf(noteXml({ emitter, tpImp: '3' })))).toEqual([noteKey({ emitter })])
})

it('in contingency there is a second one', async () => {
  const found = await codesIn(await danfePdf(noteXml({ tpEmis: '5', cStat: null })))
  expect(found).toHaveLength(2)
  expect(found).toContainEqual(expect.stringMatching(/^41511222333000181\d{18}\d$/))
})

it('the QR Code of a receipt says what was signed, in test too', async () => {
  for (const tpAmb of ['1', '2']) {
    const xml = noteXml({ mod: '65', tpImp: '4', tpAmb, tpEmis: '9', qrCode: `<![CDATA[${QR}]]>` })
    expect(await codesIn(await danfePdf(xml))).toEqual([QR])
  }
})

it('a letter of correction carries the key of its note', async () => {
  const xml = `<procEventoNFe><evento><infEvento><tpAmb>1</tpAmb><chNFe>${noteKey({})}</chNFe><tpEvento>110110</tpEvento><detEvento><xCorrecao>Onde se lê A, leia-se B</xCorrecao></detEvento></infEvento></evento></procEventoNFe>`
  expect(await codesIn(await ccePdf(xml))).toEqual([noteKey({})])
})
