import { isRecord, textOf } from '../ui/row'

export const STEP_NAMES = ['empresa', 'local', 'pagamentos', 'usuarios', 'produtos', 'clientes'] as const
export type StepName = (typeof STEP_NAMES)[number]

export interface Lack {
  readonly step: StepName | undefined
  readonly text: string
}

/** Where a company stands, as the server reads it of its data. */
export interface FirstSteps {
  readonly steps: readonly { readonly name: StepName; readonly done: boolean; readonly may: boolean }[]
  readonly goals: Readonly<Record<'vender' | 'comprar' | 'faturar', readonly Lack[]>>
}

const stepOf = (value: unknown): StepName | undefined => STEP_NAMES.find((name) => name === value)

const lacksOf = (value: unknown): readonly Lack[] =>
  (Array.isArray(value) ? value : [])
    .filter(isRecord)
    .map((one) => ({ step: stepOf(one.passo), text: textOf(one.texto) }))

/** Reads `GET /api/primeiros_passos`. */
export function readSteps(answer: unknown): FirstSteps | null {
  if (!isRecord(answer) || !Array.isArray(answer.passos)) return null
  return {
    steps: answer.passos.filter(isRecord).flatMap((one) => {
      const name = stepOf(one.nome)
      return name === undefined ? [] : [{ name, done: one.feito === true, may: one.pode === true }]
    }),
    goals: {
      vender: lacksOf(answer.vender),
      comprar: lacksOf(answer.comprar),
      faturar: lacksOf(answer.faturar),
    },
  }
}
