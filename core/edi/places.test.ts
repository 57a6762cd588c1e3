import { describe, expect, it } from 'vitest'
import { readEdi } from './read'
import { type Shipment, type ShippingParty, writeNotfis } from './write-notfis'

/**
 * Where fields stand, cell by cell as the pages of the layouts number their columns: what is written here by hand knows nothing of `layouts.ts`, so that a column which moves there
 * is seen here.
 */

/** A cell of the file, as wide as its page says; what is too short has blanks at its end. */
const cell = (width: number, text = ''): string => {
  if (text.length > width) throw new Error(`'${text}' is wider than ${width}.`)
  return text.padEnd(width)
}
const line = (...cells: readonly (string | readonly string[])[]): string => cells.flat().join('')
const read = (...lines: readonly string[]) => readEdi(new TextEncoder().encode(lines.join('\r\n')))

/** Columns 1-3, 4-38, 39-73, 74-79, 80-83, 84-95, then blanks. */
const HEAD = line(
  '000',
  cell(35, 'TRANSPORTES EXEMPLO'),
  cell(35, 'EMPRESA DE TESTE'),
  '261126',
  '0830',
  'ARQ261108301',
)
/** Columns 1-3, 4-17, 18-57 (edition 3.0A) or 18-67 (5.0). */
const carrier = (id: string, width: number) => line(id, '11222333000181', cell(width, 'TRANSPORTES EXEMPLO'))
const TOLD = { carrier: '11222333000181', carrierName: 'TRANSPORTES EXEMPLO', unknown: [], notices: [] }
const NOTE = { issuer: '44555666000199', series: 1, number: 7 }

describe('the first record', () => {
  it('tells who sends, the day and the name of the file', () => {
    expect(read(HEAD, '340OCORR261108301', carrier('341', 40))).toMatchObject({
      sender: 'TRANSPORTES EXEMPLO',
      made: '2026-11-26',
      interchange: 'ARQ261108301',
    })
  })
})

describe('an OCOREN', () => {
  it('of 3.0A', () => {
    // 342: 1-3, 4-17, 18-20, 21-28, 29-30, 31-38, 39-42, 43-44, 45-114; 343: 1-3, 4-17, 18-27, 28-32, 33-44.
    const event = line('342', '44555666000199', '001', '00000007', '01', '25112026', '1415', '03', cell(70, 'PORTARIA'))
    const waybill = line('343', '11222333000181', cell(10, 'MATRIZ'), cell(5, '2'), '000000008001')
    const told = read(HEAD, '340OCORR261108301', carrier('341', 40), event, waybill)
    expect(told).toMatchObject({ kind: 'ocoren', version: '3.0a', ...TOLD })
    expect(told.events).toEqual([
      { ...NOTE, line: 4, code: '01', at: '2026-11-25T14:15:00', text: 'PORTARIA', waybill: '8001' },
    ])
  })

  it('of 5.0, with all that is written of an event, over as many records as it takes', () => {
    // 542: 1-3, 4-17, 18-20, 21-29, 30-32, 33-40, 41-44, 45-46, 47-66, three of 20 to 126, 127-136, 137-141, 142-153; 543: 1-3, 4-73, 74-143, 144-213.
    const event = line(
      ['542', '44555666000199', '001', '000000007', '003', '25112026', '1415', '03', cell(20, 'ROMANEIO 5')],
      [cell(60), cell(10, 'MATRIZ'), cell(5, '2'), cell(12, '8001')],
    )
    const text = (...parts: readonly string[]) => line('543', ...parts.map((one) => cell(70, one)))
    const told = read(
      HEAD,
      '540OCORR261108301',
      carrier('541', 50),
      event,
      text('RECUSADO', 'POR FALTA', 'DE PEDIDO'),
      text('VOLTA NA SEXTA'),
    )
    expect(told).toMatchObject({ kind: 'ocoren', version: '5.0', ...TOLD })
    expect(told.events).toEqual([
      {
        ...NOTE,
        line: 4,
        code: '03',
        at: '2026-11-25T14:15:00',
        waybill: '8001',
        text: 'RECUSADO POR FALTA DE PEDIDO VOLTA NA SEXTA',
      },
    ])
  })
})

const KEY = '41261111222333000181570020000080011234567890'
const WAYBILL = { issuer: '11222333000181', series: '2', number: '8001', issued: '2026-11-20', freight: '123.45' }

describe('a CONEMB', () => {
  it('of 3.0A, its notes in the record itself', () => {
    // 322: 1-3, 4-13, 14-18, 19-30, 31-38, 39, 40-46, 47-61, 62-76, 77-80, 81-95, seven of 15 to 200, 201, 202-204, 205-218, 219-232, forty of 3 + 8 to 672, 673, to 680, 681-724.
    const waybill = line(
      ['322', cell(10, 'MATRIZ'), cell(5, '2'), '000000008001', '20112026', 'C', '0001050'],
      ['000000000012345', '000000000012345', '1200', '000000000001481', '0'.repeat(105), '1', '353'],
      ['11222333000181', '44555666000199', '00100000007', '00200000008', '0'.repeat(11 * 38), 'I', cell(7), KEY],
    )
    // 323: 1-3, 4-7, 8-22.
    const told = read(HEAD, '320CONHE261108301', carrier('321', 40), waybill, '3230001000000000012345')
    expect(told).toMatchObject({ kind: 'conemb', version: '3.0a', ...TOLD })
    const notes = [NOTE, { ...NOTE, series: 2, number: 8 }]
    expect(told.waybills).toEqual([{ ...WAYBILL, line: 4, key: KEY, notes }])
  })

  it('of 5.0, its amounts and notes in records that follow', () => {
    // 522: 1-3, 4-13, 14-18, 19-30, 31-38, 39, 40-53, 54-67, to 218, 219-263, to 321, 322.
    const waybill = line(
      ['522', cell(10, 'MATRIZ'), cell(5, '2'), cell(12, '8001'), '20112026', 'C', '11222333000181'],
      ['44555666000199', cell(151), cell(45, KEY), cell(58), 'I'],
    )
    // 523: 1-3, 4-11, 12-20, 21-40, 41-55; 524: 1-3, 4-17, 18-26, 27-29.
    const amounts = line('523', '00000200', '000001050', '0'.repeat(20), '000000000012345', '0'.repeat(186))
    const note = '52444555666000199000000007001'
    const told = read(HEAD, '520CONHE261108301', carrier('521', 50), waybill, amounts, note)
    expect(told).toMatchObject({ kind: 'conemb', version: '5.0', ...TOLD })
    expect(told.waybills).toEqual([{ ...WAYBILL, line: 4, key: KEY, notes: [NOTE] }])
  })

  it('that takes a waybill back says so where each edition says it', () => {
    const old = line('322', cell(15), '000000008001', cell(642), 'E')
    const five = line('522', cell(15), cell(12, '8001'), cell(291), 'E')
    for (const told of [read(HEAD, '320CONHE', old), read(HEAD, '520CONHE', five)])
      expect([told.waybills, told.notices]).toEqual([
        [],
        ['Linha 3: o conhecimento 8001 foi excluído pela transportadora.'],
      ])
  })
})

describe('a DOCCOB', () => {
  const INVOICE = { series: '3', number: '501', issued: '2026-11-25', due: '2026-12-20', total: '123.45' }
  const CHARGED = { ...WAYBILL, key: '', notes: [NOTE] }
  // 352 and 552: 1-3, 4-13, 14, 15-17, 18-27, 28-35, 36-43, 44-58; 353 and 555: 1-3, 4-13, 14-18, 19-30, 31-45, 46-53, 54-67, 68-81, 82-95.
  const invoice = (id: string) =>
    line(id, cell(10, 'MATRIZ'), '0', cell(3, '3'), '0000000501', '25112026', '20122026', '000000000012345')
  const charged = (id: string) =>
    line(
      [id, cell(10, 'MATRIZ'), cell(5, '2'), '000000008001', '000000000012345', '20112026'],
      ['44555666000199', '99888777000166', '11222333000181'],
    )

  it('of 3.0A', () => {
    // 354: 1-3, 4-6, 7-14, 15-22, 23-29, 30-44, 45-58; 355: 1-3, 4-7, 8-22.
    const note = line('354', '001', '00000007', '20112026', '0001050', '000000000100000', '44555666000199')
    const told = read(
      HEAD,
      '350COBRA261108301',
      carrier('351', 40),
      invoice('352'),
      charged('353'),
      note,
      '3550001000000000012345',
    )
    expect(told).toMatchObject({ kind: 'doccob', version: '3.0a', ...TOLD })
    expect(told.invoices).toEqual([{ ...INVOICE, line: 4, waybills: [{ ...CHARGED, line: 5 }] }])
  })

  it('of 5.0', () => {
    // 556: 1-3, 4-6, 7-15, 16-23, 24-30, 31-45, 46-59.
    const note = line('556', '001', '000000007', '20112026', '0001050', '000000000100000', '44555666000199')
    const told = read(HEAD, '550COBRA261108301', carrier('551', 50), invoice('552'), charged('555'), note)
    expect(told).toMatchObject({ kind: 'doccob', version: '5.0', ...TOLD })
    expect(told.invoices).toEqual([{ ...INVOICE, line: 4, waybills: [{ ...CHARGED, line: 5 }] }])
  })

  it('that takes an invoice back says so where each edition says it', () => {
    const old = line(cell(166, invoice('352')), 'E')
    const five = line(cell(155, invoice('552')), 'E')
    for (const told of [read(HEAD, '350COBRA', old), read(HEAD, '550COBRA', five)])
      expect([told.invoices, told.notices]).toEqual([[], ['Linha 3: a fatura 501 foi excluída pela transportadora.']])
  })
})

describe('a NOTFIS that is written', () => {
  const shipper: ShippingParty = {
    name: 'Empresa de Teste',
    taxId: '44555666000199',
    stateId: '9012345678',
    address: 'Rua das Flores, 10',
    district: 'Centro',
    city: 'Maringa',
    postcode: '87010000',
    cityCode: '4115200',
    state: 'PR',
    phone: '4430000000',
  }
  const receiver: ShippingParty = {
    name: 'Maria',
    taxId: '12345678909',
    stateId: '',
    address: 'Rua do Porto, 20',
    district: 'Cais',
    city: 'Santos',
    postcode: '11010000',
    cityCode: '3548500',
    state: 'SP',
    phone: '1330000000',
  }
  const key = '41261144555666000199550010000000071234567890'
  const shipment = (version: Shipment['version']): Shipment => ({
    version,
    shipper,
    carrierName: 'Transportes Exemplo',
    date: '2026-11-26',
    time: '14:05:00',
    sequence: 3,
    notes: [
      {
        receiver,
        series: 1,
        number: 7,
        issued: '2026-11-25',
        key,
        total: '1000.00',
        freight: '123.45',
        weight: '10.50',
        volumes: 2,
        terms: 'C',
        reference: 'VENDA 9',
      },
    ],
  })
  const written = (version: Shipment['version']) =>
    writeNotfis(shipment(version))
      .split('\r\n')
      .filter(Boolean)
      .map((one) => one.trimEnd())
  const head = (name: string) =>
    line('000', cell(35, 'EMPRESA DE TESTE'), cell(35, 'TRANSPORTES EXEMPLO'), '261126', '1405', name)

  it('in 3.0A', () => {
    expect(written('3.0a')).toEqual([
      head('NOT261114053'),
      '310NOTFI261114053',
      // 1-3, 4-17, 18-32, 33-72, 73-107, 108-116, 117-125, 126-133, 134-173.
      line(
        ['311', '44555666000199', cell(15, '9012345678'), cell(40, 'RUA DAS FLORES, 10'), cell(35, 'MARINGA')],
        [cell(9, '87010000'), cell(9, 'PR'), '26112026', 'EMPRESA DE TESTE'],
      ),
      // 1-3, 4-43, 44-57, 58-72, 73-112, 113-132, 133-167, 168-176, 177-185, 186-194, 195-198, 199-233, 234.
      line(
        ['312', cell(40, 'MARIA'), '00012345678909', cell(15), cell(40, 'RUA DO PORTO, 20'), cell(20, 'CAIS')],
        [cell(35, 'SANTOS'), cell(9, '11010000'), cell(9, '3548500'), cell(9, 'SP'), cell(4)],
        [cell(35, '1330000000'), '2'],
      ),
      // 1-3, 4-18, to 28, 29, 30-32, 33-40, 41-48, 49-63, 64-78, 79-85, 86-100, 101-107, to 113, 114, to 197, 198-212, 213, to 238, 239-282.
      line(
        ['313', cell(15, 'VENDA 9'), cell(10), 'C', cell(3, '1'), '00000007', '25112026', cell(15, 'DIVERSOS')],
        [cell(15, 'VOLUMES'), '0000200', '000000000100000', '0001050', cell(6), 'N', cell(83)],
        ['000000000012345', 'I', cell(25), key],
      ),
      // 1-3, 4-18, 19-33, to 48, 49-63.
      line('318', '000000000100000', '000000000001050', cell(15), '000000000000200'),
    ])
  })

  it('in 5.0', () => {
    expect(written('5.0')).toEqual([
      head('NOT502611003'),
      '500NOTFI502611003',
      // 1-3, 4-53, 54-67, 68-82, to 112, 113-162, 163-197, 198-232, 233-241, 242-250, 251-252, to 259, 260-267.
      line(
        ['501', cell(50, 'EMPRESA DE TESTE'), '44555666000199', cell(15, '9012345678'), cell(30)],
        [cell(50, 'RUA DAS FLORES, 10'), cell(35, 'CENTRO'), cell(35, 'MARINGA'), cell(9, '87010000')],
        [cell(9, '4115200'), 'PR', cell(7), '26112026'],
      ),
      // 1-3, 4-53, 54-67, 68-82, to 97, 98-147, 148-182, 183-217, 218-226, 227-235, 236-244, 245-279, to 287, 288.
      line(
        ['503', cell(50, 'MARIA'), '00012345678909', cell(15), cell(15), cell(50, 'RUA DO PORTO, 20')],
        [cell(35, 'CAIS'), cell(35, 'SANTOS'), cell(9, '11010000'), cell(9, '3548500'), cell(9, 'SP')],
        [cell(35, '1330000000'), cell(8), '2'],
      ),
      // 1-3, 4-6, 7-15, 16-23, 24-38, 39-53, to 63, 64, 65-72, to 124, 125-144, to 238, 239-283, to 298, 299.
      line(
        ['505', cell(3, '1'), '000000007', '25112026', cell(15, 'DIVERSOS'), cell(15, 'VOLUMES'), cell(10), 'C'],
        ['26112026', cell(52), cell(20, 'VENDA 9'), cell(94), cell(45, key), cell(15), 'I'],
      ),
      // 1-3, 4-11, 12-20, to 50, 51, to 66, 67-81, to 261, 262-276.
      line('506', '00000200', '000001050', cell(30), 'N', cell(15), '000000000100000', cell(180), '000000000012345'),
      // 1-3, 4-18, 19-33, 34-48, 49-58.
      line('519', '000000000100000', '000000000001050', '000000000000200', '0000000001'),
    ])
  })
})
