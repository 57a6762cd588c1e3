import {
  BOLETO,
  boletoFields,
  boletoInstrucaoFields,
  LINE,
  retornoBoletoFields,
} from '../../../core/fields/financeiro/boleto'
import { DONE, GONE, OPEN, UNDER_WAY } from '../../../core/lifecycle/life'
import { fieldsOf } from '../../ui/fields-of'

/** How states of collection look, and the parts of screens of boletos, instructions and lines. */

const BAD = { hue: 'vermelho', mark: 'dot' } as const
const READY = { hue: 'indigo', mark: 'dot' } as const

export const BOLETO_LOOKS = {
  [BOLETO.A_REGISTRAR]: OPEN,
  [BOLETO.EM_REMESSA]: UNDER_WAY,
  [BOLETO.REGISTRADO]: READY,
  [BOLETO.REJEITADO]: BAD,
  [BOLETO.LIQUIDADO]: DONE,
  [BOLETO.BAIXADO]: GONE,
  [BOLETO.EM_CARTORIO]: BAD,
  [BOLETO.PROTESTADO]: BAD,
  [BOLETO.CANCELADO]: GONE,
}

export const LINE_LOOKS = {
  [LINE.A_BAIXAR]: OPEN,
  [LINE.SEM_BOLETO]: BAD,
  [LINE.BAIXADA]: DONE,
  [LINE.INFORMADA]: UNDER_WAY,
  [LINE.REPETIDA]: GONE,
  [LINE.IGNORADA]: GONE,
}

export const RETORNO_LOOKS = { 1: OPEN, 2: BAD, 4: DONE }

export const INSTRUCTION_LOOKS = { 0: OPEN, 1: UNDER_WAY, 2: DONE, 3: BAD, 9: GONE }

export const boleto = fieldsOf(boletoFields)
export const instruction = fieldsOf(boletoInstrucaoFields)
export const line = fieldsOf(retornoBoletoFields)

export const boletoChip = boleto.chip('situacao', BOLETO_LOOKS)
export const lineChip = line.chip('situacao', LINE_LOOKS)
export const instructionChip = instruction.chip('situacao', INSTRUCTION_LOOKS)
