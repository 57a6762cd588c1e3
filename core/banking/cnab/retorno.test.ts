import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CoreError } from '../../errors'
import { readRemessa } from './read-remessa'
import { assertWhole, readRetorno, streamRetorno } from './read-retorno'
import { bradesco, columns, narrow, numbers, spoiled } from './retorno.fixture'
import type { Fecho, Ocorrencia } from './retorno'

const latin = (text: string) => Uint8Array.from(text, (letter) => letter.codePointAt(0) ?? 0)
const ROWS = [
  { codigo: '02', nosso: '1237', valor: '199.90', tarifa: '2.50' },
  { codigo: '06', nosso: '1245', valor: '100.00', pago: '98.75', desconto: '1.25' },
  { codigo: '03', nosso: '1253', valor: '1.00', motivos: '0816' },
]

async function* inPieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** What a stream tells, all of it. */
async function streamed(bytes: Uint8Array, size: number) {
  const ocorrencias: Ocorrencia[] = []
  let [fecho, banco]: [Fecho | undefined, string] = [undefined, '']
  for await (const piece of streamRetorno(inPieces(bytes, size))) {
    if (piece.tipo === 'ocorrencia') ocorrencias.push(piece.ocorrencia)
    else if (piece.tipo === 'fecho') fecho = piece.fecho
    else if (piece.tipo === 'cabecalho') banco = piece.cabecalho.banco
  }
  return { ocorrencias, fecho, banco }
}

describe('a retorno of 400 columns', () => {
  it('tells what became of each title, in words and exact amounts', () => {
    const file = readRetorno(bradesco(ROWS).join('\r\n'))
    expect(file).toMatchObject({
      layout: 'cnab400',
      banco: '237',
      sequencia: 42,
      data: '2026-11-27',
      dCredito: '2026-11-28',
      linhas: 5,
      faltas: [],
    })
    expect(file.ocorrencias).toMatchObject([
      {
        linha: 2,
        codigo: '02',
        texto: 'Entrada confirmada',
        evento: 'registrado',
        nosso_numero: '00000000123',
        nosso_numero_dv: '7',
        tarifa: '2.50',
        pago: '0.00',
      },
      {
        evento: 'liquidado',
        valor: '100.00',
        pago: '98.75',
        desconto: '1.25',
        dOcorrencia: '2026-11-27',
        dCredito: '2026-11-28',
        banco_cobrador: '341',
      },
      { evento: 'rejeitado', motivos: [{ codigo: '08' }, { codigo: '16' }] },
    ])
  })

  it('is the same whatever its lines end with, cut at the right, in whatever letters, with marks and blanks', () => {
    const lines = bradesco(ROWS)
    const plain = readRetorno(lines.join('\n'))
    const mixed = `\uFEFF${lines[0]}\r\n${lines[1]?.trimEnd()}\n\r\n${lines[2]}\r${lines[3]}\r\n   \n${lines[4]}\r\n\u001A`
    const { linhas, ocorrencias, empresa } = readRetorno(mixed)
    expect({ linhas, empresa, titles: ocorrencias.map((one) => ({ ...one, linha: 0 })) }).toEqual({
      linhas: plain.linhas,
      empresa: 'COMÉRCIO SÃO JOÃO',
      titles: plain.ocorrencias.map((one) => ({ ...one, linha: 0 })),
    })
    expect(readRetorno(latin(lines.join('\n')))).toEqual(plain)
  })

  it('that was cut or altered says so, and is refused where it has to be whole', () => {
    const lines = bradesco(ROWS)
    expect(() => assertWhole(readRetorno(lines.join('\n')))).not.toThrow()
    const cut = readRetorno(lines.slice(0, 3).join('\n'))
    expect(cut.faltas).toEqual(['Falta o registro final do arquivo.'])
    expect(() => assertWhole(cut)).toThrow('O arquivo está cortado ou foi alterado. Falta o registro final do arquivo.')
    const without = readRetorno(lines.filter((_, at) => at !== 2).join('\n'))
    expect(without.faltas).toEqual(['O registro final diz ser o 5º e é o 4º.'])
  })

  it('keeps records that it does not know, and tells twice what is told twice', () => {
    const [head = '', title = '', ...rest] = bradesco(ROWS.slice(0, 1))
    const file = readRetorno([head, title, columns(400, { 1: '4RATEIO' }), title, ...rest].join('\n'))
    expect(file.desconhecidos.map((one) => [one.line, one.text.trim()])).toEqual([[3, '4RATEIO']])
    expect(file.ocorrencias.map((one) => one.nosso_numero)).toEqual(['00000000123', '00000000123'])
  })

  it('of no known bank or kind is refused in the words that users know', () => {
    const says = 'Arquivo não suportado, verifique se o arquivo é do tipo CNAB400'
    const [head = ''] = bradesco([])
    for (const text of ['', 'nada', head.replace('237BRADESCO', '999FAKE    '), head.replace('02RETORNO', '01REMESSA')])
      expect(() => readRetorno(text)).toThrow(new CoreError('unsupported_file', says))
  })

  it('whose amount is no number is refused by line and column', () => {
    const [head = '', title = '', end = ''] = bradesco(ROWS.slice(0, 1))
    const wrong = `${title.slice(0, 152)}0000000X19990${title.slice(165)}`
    expect(() => readRetorno([head, wrong, end].join('\n'))).toThrow('Linha 2: valor (coluna 153) não é um número.')
  })
})

describe('the same code', () => {
  it.each([
    ['033', '17', 'liquidado_cartorio'],
    ['033', '15', 'protesto_pedido'],
    ['237', '15', 'liquidado_cartorio'],
    ['237', '17', 'liquidado'],
    ['104', '06', 'alterado'],
    ['104', '21', 'liquidado'],
    ['341', '08', 'liquidado_cartorio'],
    ['341', '32', 'protestado'],
    ['136', '01', 'liquidado_cartorio'],
    ['001', '07', 'liquidado_parcial'],
    ['748', '06', 'liquidado'],
    ['756', '77', 'outro'],
  ])('of bank %s, %s, is %s in 400 columns', (banco, codigo, evento) => {
    const [head = '', title = '', end = ''] = bradesco([{ codigo, nosso: '1', valor: '1.00' }])
    const file = [head.replace('237BRADESCO', `${banco}BANCO   `), banco === '001' ? `7${title.slice(1)}` : title, end]
    expect(readRetorno(file.join('\n')).ocorrencias.map((one) => one.evento)).toEqual([evento])
  })

  it('is another in 240 columns', () => {
    expect(readRetorno(narrow('104', '06', '').join('\n')).ocorrencias[0]?.evento).toBe('liquidado')
    expect(readRetorno(narrow('104', '25', '').join('\n')).ocorrencias[0]?.evento).toBe('protestado')
  })
})

describe('a retorno of 240 columns', () => {
  it('tells a title by its two segments', () => {
    const file = readRetorno(narrow('748', '06', '').join('\n'))
    expect(file).toMatchObject({
      layout: 'cnab240',
      banco: '748',
      sequencia: 42,
      documento: '11222333000181',
      faltas: [],
    })
    expect(file.ocorrencias).toMatchObject([
      {
        evento: 'liquidado',
        valor: '199.90',
        pago: '201.15',
        juros: '1.25',
        liquido: '198.65',
        tarifa: '2.50',
        dCredito: '2026-11-28',
        pagador: { nome: 'MARIA', documento: '12345678909' },
      },
    ])
  })

  it('says why a title was refused', () => {
    const [one] = readRetorno(narrow('748', '03', '4809').join('\n')).ocorrencias
    expect(one).toMatchObject({
      evento: 'rejeitado',
      motivos: [
        { codigo: '48', texto: 'CEP inválido' },
        { codigo: '09', texto: 'Nosso número já usado' },
      ],
    })
  })

  it('tells the Pix of a title', () => {
    const pix = columns(240, { 1: '7480001300003Y', 18: '03', 82: 'pix.banco.example/v2/abc', 159: 'TX123' })
    const [one] = readRetorno(narrow('748', '02', '', [pix]).join('\n')).ocorrencias
    expect(one?.pix).toEqual({ location: 'pix.banco.example/v2/abc', txid: 'TX123', emv: '' })
  })

  it('says what does not add up', () => {
    const lines = narrow('748', '06', '')
    expect(readRetorno(lines.filter((line) => line.charAt(13) !== 'U').join('\n')).faltas).toEqual([
      'Linha 3: o título não tem o segmento U.',
      'O lote 0001 diz ter 4 registros e tem 3.',
      'O arquivo diz ter 6 registros e tem 5.',
    ])
  })
})

describe('whatever a file is', () => {
  const files = [bradesco(ROWS), narrow('341', '06', ''), ['A2', 'G'.padEnd(150, '0'), 'Z']].map((lines) =>
    lines.join('\n'),
  )

  it('it is read, or refused in words', () => {
    const next = numbers(20_261_127)
    for (let run = 0; run < 2_000; run += 1) {
      const text = spoiled(files[next(files.length)] ?? '', next)
      for (const read of [readRetorno, readRemessa])
        try {
          read(text)
        } catch (error) {
          if (!(error instanceof CoreError)) throw error
        }
    }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
        try {
          readRetorno(bytes)
        } catch (error) {
          expect(error).toBeInstanceOf(CoreError)
        }
      }),
    )
  })

  it.each([1, 7, 4096])('it is the same in pieces of %i', async (size) => {
    const text = `${bradesco(ROWS).join('\r\n')}\r\n\u001A`
    const { ocorrencias, fecho, banco } = await streamed(latin(text), size)
    const whole = readRetorno(text)
    expect([ocorrencias, fecho, banco]).toEqual([
      whole.ocorrencias,
      { linhas: 5, desconhecidos: [], faltas: [] },
      '237',
    ])
  })

  it('a line without end is refused as it comes', async () => {
    await expect(streamed(new Uint8Array(5_000).fill(65), 100)).rejects.toThrow('A linha 1 passa do limite')
    await expect(streamed(new Uint8Array(), 1)).rejects.toThrow('Arquivo não suportado')
  })
})
