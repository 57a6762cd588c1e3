/** Retornos as banks send them, made of columns. */

/** A line of a width with texts at columns, the first being 1. */
export function columns(width: number, parts: Readonly<Record<number, string>>): string {
  const letters = Array.from({ length: width }, () => ' ')
  for (const [at, text] of Object.entries(parts))
    for (const [offset, letter] of [...text].entries()) letters[Number(at) - 1 + offset] = letter
  return letters.join('')
}

const money = (value: string, width: number) => value.replace('.', '').padStart(width, '0')

/** Amounts of a title of 400 columns, all told. */
export interface Told400 {
  readonly codigo: string
  readonly nosso: string
  readonly valor: string
  readonly pago?: string
  readonly tarifa?: string
  readonly juros?: string
  readonly desconto?: string
  readonly motivos?: string
  /** When, DDMMYY. */
  readonly dia?: string
}

/** A file of Bradesco: header, a record each, trailer. */
export function bradesco(rows: readonly Told400[]): string[] {
  const lines = [
    columns(400, {
      1: '02RETORNO01COBRANCA',
      27: '123'.padStart(20, '0'),
      47: 'COMÉRCIO SÃO JOÃO',
      77: '237BRADESCO',
      95: '271126',
      109: '00042',
      380: '281126',
      395: '000001',
    }),
  ]
  for (const {
    codigo,
    nosso,
    valor,
    pago = '0.00',
    tarifa = '0.00',
    juros = '0.00',
    desconto = '0.00',
    motivos = '',
    dia = '271126',
  } of rows)
    lines.push(
      columns(400, {
        1: '1',
        71: nosso.padStart(12, '0'),
        108: '9',
        109: codigo,
        111: dia,
        117: '77/1',
        147: '261126',
        153: money(valor, 13),
        166: '341',
        176: money(tarifa, 13),
        189: '0'.repeat(13),
        215: '0'.repeat(26),
        241: money(desconto, 13),
        254: money(pago, 13),
        267: money(juros, 13),
        280: '0'.repeat(13),
        296: '281126',
        319: motivos,
        395: String(lines.length + 1).padStart(6, '0'),
      }),
    )
  lines.push(columns(400, { 1: '9201237', 395: String(lines.length + 1).padStart(6, '0') }))
  return lines
}

/** A file of 240 columns of a title: T, U and what else is given. */
export function narrow(banco: string, codigo: string, motivos: string, more: readonly string[] = []): string[] {
  const zeros = '0'.repeat(15)
  const body = [
    columns(240, { 1: `${banco}00011T01`, 14: '030' }),
    columns(240, {
      1: `${banco}0001300001T`,
      16: codigo,
      38: '14000000000000123',
      58: '1',
      59: '77-1',
      74: '26112026',
      82: money('199.90', 15),
      97: '341',
      133: '1',
      134: '000012345678909',
      149: 'MARIA',
      199: money('2.50', 15),
      214: motivos,
    }),
    columns(240, {
      1: `${banco}0001300002U`,
      16: codigo,
      18: money('1.25', 15),
      33: zeros.repeat(3),
      78: money('201.15', 15),
      93: money('198.65', 15),
      108: zeros.repeat(2),
      138: '2711202628112026',
    }),
    ...more,
  ]
  body.push(columns(240, { 1: `${banco}00015`, 18: String(body.length + 1).padStart(6, '0') }))
  return [
    columns(240, {
      1: `${banco}00000`,
      18: '211222333000181',
      73: 'COMERCIO',
      143: '2',
      144: '27112026',
      158: '000042',
    }),
    ...body,
    columns(240, { 1: `${banco}99999`, 18: '000001', 24: String(body.length + 2).padStart(6, '0') }),
  ]
}

/** A reproducible sequence of numbers below a limit: a linear congruential one. */
export function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** A text with some of its letters changed, dropped or doubled. */
export function spoiled(text: string, next: (below: number) => number): string {
  let own = text
  for (let left = 1 + next(3); left > 0; left -= 1) {
    const at = next(own.length + 1)
    const letter = String.fromCodePoint(next(3) === 0 ? 32 + next(95) : next(256))
    const cut = next(3)
    own = own.slice(0, at) + (cut === 0 ? '' : letter) + own.slice(at + (cut === 2 ? 0 : 1 + next(3) * next(40)))
  }
  return own
}
