import fc from 'fast-check'
import { expect, it } from 'vitest'
import { noteXml } from '../../../fixtures/nfe/note'
import { faults } from '../../../fixtures/paper-faults'
import { danfePdf } from './danfe-pdf'

/** Nothing on paper covers anything else and nothing is cut by its edge, whatever a note says. */

const place = (name: string) =>
  `<${name}><CNPJ>11222333000181</CNPJ><xNome>${'Depósito '.repeat(6)}</xNome><xLgr>${'Avenida '.repeat(7)}</xLgr><nro>S/N</nro><xBairro>${'Bairro '.repeat(8)}</xBairro><cMun>4106902</cMun><xMun>Curitiba</xMun><UF>PR</UF></${name}>`
const TOTAL =
  '<ISSQNtot><vServ>10.00</vServ><vBC>10.00</vBC><vISS>0.50</vISS></ISSQNtot><IBSCBSTot><vBCIBSCBS>999999999.99</vBCIBSCBS><gIBS><vIBS>99999999.99</vIBS></gIBS></IBSCBSTot>'

it('the fullest note of all', async () => {
  const items = Array.from({ length: 30 }, (_, at) => ({
    xProd: `PRODUTO ${at} ${'W'.repeat(100)}`,
    qCom: '99999999999.9999',
    vUnCom: '9999999.9999999999',
    vProd: '9999999.99',
    infAdProd: 'Texto do produto. '.repeat(25),
  }))
  const transp = `<transporta><xNome>${'TRANSPORTADORA '.repeat(4)}</xNome><xEnder>${'RODOVIA '.repeat(7)}</xEnder></transporta>${'<vol><qVol>99999999</qVol><esp>CAIXAS DE PAPELÃO ONDULADO E MADEIRA</esp><pesoB>999999999.999</pesoB></vol>'.repeat(9)}`
  const more = { total: TOTAL, transp, infNFe: place('retirada') + place('entrega') }
  const note = {
    items,
    more,
    infCpl: 'Observação da nota. '.repeat(250),
    infAdFisco: 'Ao fisco. '.repeat(200),
    tpAmb: '2',
    cStat: null,
  }
  for (const dues of [0, 7, 14, 120])
    for (const orientation of ['portrait', 'landscape'] as const)
      expect(faults(await danfePdf(noteXml({ ...note, dues }), { orientation })), `${dues} ${orientation}`).toEqual([])
  expect(faults(await danfePdf(noteXml({ ...note, mod: '65', tpImp: '4' })))).toEqual([])
  expect(faults(await danfePdf(noteXml({ ...note, tpImp: '3' })))).toEqual([])
})

const words = fc.array(fc.stringMatching(/^[A-Za-zÀ-ú0-9;,.]{1,40}$/), { maxLength: 60 }).map((list) => list.join(' '))

it('any note', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ xProd: words.map((text) => `X${text}`), infAdProd: words }), {
        minLength: 1,
        maxLength: 12,
      }),
      words,
      fc.nat(40),
      fc.constantFrom('1', '2', '3', '6'),
      async (items, infCpl, dues, tpImp) => {
        expect(faults(await danfePdf(noteXml({ items, infCpl, dues, tpImp })))).toEqual([])
      },
    ),
    { numRuns: 30 },
  )
})
