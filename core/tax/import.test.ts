import { describe, expect, it } from 'vitest'
import { explainItem, itemTexts } from './explain'
import { calculateItem } from './item'
import type { ItemTaxInput } from './types'

const texts = (input: ItemTaxInput) => itemTexts(calculateItem(input))

describe('the taxes', () => {
  const IMPORT = { vProd: '12500', vII: '2500', pIPI: '10', pPIS: '2.1', pCOFINS: '9.65', taxCode: '00', pICMS: '18' }

  it('of an import: IPI on the duty too, ICMS on every tax and contribution and inside its own base', () => {
    expect(texts({ ...IMPORT, icmsInside: true })).toMatchObject({
      'IPI.vBC': '15000.00',
      vIPI: '1500.00',
      'PIS.vBC': '12500.00',
      vPIS: '262.50',
      vCOFINS: '1206.25',
      vBC: '21913.11',
      vICMS: '3944.36',
      vItem: '16500.00',
    })
    expect(texts({ ...IMPORT, vFrete: '800', vSeg: '50', vOutro: '214.50', icmsInside: true })).toMatchObject({
      'IPI.vBC': '16064.50',
      vIPI: '1606.45',
      vPIS: '284.85',
      vCOFINS: '1308.97',
      vBC: '23493.62',
      vICMS: '4228.85',
    })
  })

  it.each([
    ['a stated IPI', { vIPI: '1500', pIPI: undefined }],
    ['an IPI by unit', { pIPI: undefined, qUnid: '100', vUnid: '15' }],
  ])('of an import with %s: it is part of the base all the same', (_, more) => {
    const { pIPI: _rate, ...rest } = IMPORT
    const { pIPI: _none, ...told } = more
    expect(texts({ ...rest, ...told, icmsInside: true })).toMatchObject({ vIPI: '1500.00', vBC: '21913.11' })
  })

  it('of an import without the duty, and of one whose ICMS is told not to be inside', () => {
    const { vII: _duty, ...free } = IMPORT
    expect(texts({ ...free, icmsInside: true })).toMatchObject({ 'IPI.vBC': '12500.00', vBC: '18559.45' })
    expect(texts(IMPORT)).toMatchObject({ vBC: '17968.75' })
  })

  it('of an import: each step is explained', () => {
    const input = { ...IMPORT, icmsInside: true }
    const steps = new Map(explainItem(calculateItem(input), input).map((one) => [one.field, one]))
    expect(steps.get('IPI.vBC')).toMatchObject({
      formula: 'vOper + vII',
      operands: { vOper: '12500.00', vII: '2500' },
    })
    expect(steps.get('vBC')).toMatchObject({
      formula: '(vOper + vIPI + vII + vPIS + vCOFINS) ÷ (1 − pICMS)',
      operands: { vOper: '12500.00', vIPI: '1500.00', vII: '2500', vPIS: '262.50', vCOFINS: '1206.25' },
    })
    expect(steps.get('vICMS')).toMatchObject({ formula: 'vBC × pICMS' })
  })
})
