import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { substituteIn, substituteText } from '../../fields/nfe/substitute'
import { UFS } from '../../br/uf'
import { emitterOf, taxesOfNote } from './note-taxes'

const ADDRESS = (UF: string) =>
  `<xLgr>Rua das Flores</xLgr><nro>100</nro><cMun>3550308</cMun><UF>${UF}</UF><CEP>01001000</CEP><fone>1133334444</fone>`
const noteXml = (totals: string, ide = '<tpNF>1</tpNF><idDest>2</idDest><finNFe>1</finNFe>') =>
  `<NFe xmlns="http://www.portalfiscal.inf.br/nfe"><infNFe Id="NFe35261111222333000181550010000010021102030400"><ide><nNF>1002</nNF>${ide}</ide><emit><CNPJ>11222333000181</CNPJ><xNome>Empresa</xNome><enderEmit>${ADDRESS('PR')}</enderEmit></emit><dest><CPF>52998224725</CPF><xNome>Maria</xNome><enderDest>${ADDRESS('BA')}</enderDest></dest><total><ICMSTot>${totals}</ICMSTot></total></infNFe></NFe>`

describe('what a note owes another state', () => {
  it('is read of what was signed: taxes, where they go, who pays', () => {
    expect(
      taxesOfNote(noteXml('<vFCPUFDest>28.50</vFCPUFDest><vICMSUFDest>85.50</vICMSUFDest><vST>0.00</vST>')),
    ).toEqual({
      vICMSUFDest: '85.50',
      vFCPUFDest: '28.50',
      vST: '0.00',
      vFCPST: '0',
      chNFe: '35261111222333000181550010000010021102030400',
      nNF: '1002',
      UF: 'BA',
      emitente: {
        identificacao: { CNPJ: '11222333000181' },
        razaoSocial: 'Empresa',
        endereco: 'Rua das Flores, 100',
        municipio: '50308',
        cep: '01001000',
        telefone: '1133334444',
        uf: 'PR',
      },
      destinatario: { identificacao: { CPF: '52998224725' }, razaoSocial: 'Maria', municipio: '50308' },
    })
  })

  it.each([
    ['without such taxes', '<vST>0.00</vST>', undefined],
    ['within the state', '<vST>1.00</vST>', '<tpNF>1</tpNF><idDest>1</idDest><finNFe>1</finNFe>'],
    ['that comes in', '<vST>1.00</vST>', '<tpNF>0</tpNF><idDest>2</idDest><finNFe>1</finNFe>'],
    ['that goes back', '<vST>1.00</vST>', '<tpNF>1</tpNF><idDest>2</idDest><finNFe>4</finNFe>'],
  ])('is nothing of one %s', (_name, totals, ide) => {
    expect(taxesOfNote(noteXml(totals, ide))).toBeUndefined()
  })

  it('fits what a guide has room for, whatever the register says', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), fc.string({ maxLength: 30 }), (text, fone) => {
        const made = emitterOf({
          id: '11222333000181',
          name: text,
          address: text,
          cMun: '3550308',
          CEP: '01001-000',
          fone,
        })
        expect(made.razaoSocial?.length).toBeLessThanOrEqual(60)
        expect(made.telefone ?? '111111').toMatch(/^\d{6,11}$/)
        expect(made.cep).toBe('01001000')
      }),
    )
  })
})

describe('registrations as substitute', () => {
  it('are read as they are typed, and written one way', () => {
    expect(substituteText('ba: 123.456-78, RJ 98765432;')).toEqual({ ok: 'BA 12345678, RJ 98765432' })
    expect([...substituteIn('BA 12345678, RJ 98765432')]).toEqual([
      ['BA', '12345678'],
      ['RJ', '98765432'],
    ])
    for (const wrong of ['XX 123', 'BA', '12345678', 'BA 1'])
      expect(substituteText(wrong)).toEqual({ error: expect.stringMatching(/UF e a inscrição/) })
    expect([...substituteIn(null)]).toEqual([])
  })

  it('what is written reads back the same', () => {
    const some = fc.uniqueArray(fc.constantFrom(...UFS.map(({ sigla }) => sigla)), { maxLength: 27 })
    fc.assert(
      fc.property(some, fc.integer({ min: 10, max: 999_999_999 }), (ufs, IE) => {
        const text = ufs.map((uf) => `${uf} ${IE}`).join(', ')
        expect(substituteText(text)).toEqual({ ok: text })
        expect([...substituteIn(text).keys()]).toEqual(ufs)
      }),
    )
  })
})
