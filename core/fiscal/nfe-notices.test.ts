import { describe, expect, it } from 'vitest'
import { invoiceXml } from '../../fixtures/nfe/invoice'
import { freightShares } from './item-cost'
import { notAuthorised } from './nfe-notices'
import { readNfe } from './read-nfe'

const item = { cProd: '1', xProd: 'Um', qCom: '1.0000', vUnCom: '1.00', vProd: '1.00' }
const xml = (cStat?: string) =>
  invoiceXml({ number: 9, recipient: '11222333000181', items: [item], vNF: '1.00', ...(cStat ? { cStat } : {}) })
const { chNFe } = readNfe(xml())
const event = (tpEvento: string, cStat: string, key = chNFe) =>
  `<procEventoNFe><evento><infEvento><chNFe>${key}</chNFe><tpEvento>${tpEvento}</tpEvento></infEvento></evento><retEvento><infEvento><cStat>${cStat}</cStat><chNFe>${key}</chNFe><tpEvento>${tpEvento}</tpEvento></infEvento></retEvento></procEventoNFe>`
const answer = (cStat: string, events: string) =>
  `<retConsSitNFe><cStat>${cStat}</cStat><chNFe>${chNFe}</chNFe>${xml().replace(/^<\?.*?\?>/, '')}${events}</retConsSitNFe>`

describe('a note covers goods', () => {
  it.each([
    ['authorised', xml(), true],
    ['authorised out of time', xml('150'), true],
    ['denied', xml('302'), false],
    ['rejected', xml('204'), false],
    ['cancelled by an event', answer('100', event('110111', '135')), false],
    ['cancelled out of time', answer('100', event('110111', '155')), false],
    ['cancelled by another note', answer('100', event('110112', '135')), false],
    ['cancelled by the answer', answer('101', ''), false],
    ['with an event that was refused', answer('100', event('110111', '501')), true],
    ['with a letter of correction', answer('100', event('110110', '135')), true],
    [
      'with an event of another note',
      answer('100', event('110111', '135', chNFe.replace(/.$/, '0').replace('55', '65'))),
      true,
    ],
  ])('%s', (_, text, covers) => {
    expect(notAuthorised(readNfe(text)) === undefined).toBe(covers)
  })
})

describe('freight that a person tells', () => {
  const items = [
    { vProd: '10.00', vFrete: '3.00' },
    { vProd: '30.00', vFrete: '1.00' },
  ]
  it.each([
    ['4.00', ['1.00', '3.00']],
    ['0', ['0.00', '0.00']],
    ['-2.00', ['-1.50', '-0.50']],
    ['-9.00', ['-3.00', '-1.00']],
  ])('%s more is borne %j', (change, shares) => {
    expect(freightShares(change, items).map((one) => one.toFixed(2))).toEqual(shares)
  })
})
