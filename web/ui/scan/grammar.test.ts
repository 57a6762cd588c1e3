import { describe, expect, it } from 'vitest'
import { readScan } from './grammar'

describe('a line at a scan box', () => {
  it.each([
    ['7891000315507', null, { kind: 'code', code: '7891000315507', quantity: null }],
    ['3*7891000315507', null, { kind: 'code', code: '7891000315507', quantity: '3' }],
    [' 1,5*CX-0042\r\n', null, { kind: 'code', code: 'CX-0042', quantity: '1.5' }],
    ['12', null, { kind: 'quantity', quantity: '12' }],
    ['2,25', '7', { kind: 'quantity', quantity: '2.25' }],
    ['7891000315507', '12', { kind: 'code', code: '7891000315507', quantity: '12' }],
    ['4*7891000315507', '12', { kind: 'code', code: '7891000315507', quantity: '4' }],
    ['(01)07898357410015(10)L*1', null, { kind: 'code', code: '(01)07898357410015(10)L*1', quantity: null }],
    ['\u001d0107898357410015', null, { kind: 'code', code: '\u001d0107898357410015', quantity: null }],
    ['123456', null, { kind: 'code', code: '123456', quantity: null }],
    ['  ', '3', null],
  ])('%j after %j', (line, kept, read) => {
    expect(readScan(line, kept)).toEqual(read)
  })

  it.each(['12', '3*7', 'A-01'])('%j is a code where nothing is counted', (line) => {
    expect(readScan(line, '3', true)).toEqual({ kind: 'code', code: line, quantity: null })
  })

  it.each(['0', '0*7891000315507', '*7891000315507', '3*', '1,*789'])('%j is at fault', (line) => {
    expect(readScan(line, null)).toMatchObject({ kind: 'fault', text: line })
  })
})
