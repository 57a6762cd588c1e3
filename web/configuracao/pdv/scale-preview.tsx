import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { CoreError } from '../../../core/errors'
import { layoutFaults, positionsOf, readScaleLabel, type ScaleLayout } from '../../../core/gs1/scale-layout'
import { useForm } from '../../ui/form/context'
import { counted, formatMoney, formatQuantity } from '../../ui/format'
import { numberOf, type Values } from '../../ui/row'

/** Each position is drawn so wide, in pixels (spec S2-012). */
const STEP = 10
const LENGTH = 13

const NAMES = {
  digit: 'início',
  code: 'código',
  value: 'valor',
  check: 'dígito verificador',
  free: 'não lida',
} as const

const layoutOf = (values: Values): ScaleLayout => {
  const of = (name: string): number => numberOf(values[name]) ?? 0
  return {
    digitBalanca: of('digitBalanca'),
    tpIdentificacao: of('tpIdentificacao'),
    posCodIni: of('posCodIni'),
    posCodEnd: of('posCodEnd'),
    posValIni: of('posValIni'),
    posValEnd: of('posValEnd'),
    qDecimal: of('qDecimal'),
  }
}

function told(code: string, layout: ScaleLayout): string {
  if (code.length < LENGTH) return `${counted(LENGTH - code.length, 'dígito falta', 'dígitos faltam')}.`
  try {
    const label = readScaleLabel(code, [layout])
    if (label === null) return `Não é desta balança: não começa com ${layout.digitBalanca}.`
    const value =
      label.kind === 'price' ? `preço ${formatMoney(label.value)}` : `peso ${formatQuantity(label.value, 3)} kg`
    return `Mercadoria ${label.codes.at(-1)}, ${value}.`
  } catch (error) {
    if (error instanceof CoreError) return error.message
    throw error
  }
}

/** The 13 positions of the layout that is being written, and what a typed or scanned code is read as by it. */
export function ScalePreview(): ReactElement {
  useSignals()
  const layout = layoutOf(useForm().values.value)
  const [code, setCode] = useState('')
  const fault = Object.values(layoutFaults(layout) ?? {})[0]
  return (
    <section className="scale-preview span-12" aria-label="Leitura da etiqueta">
      <div className="scale-bar" role="img" aria-label="Posições de 1 a 13">
        {positionsOf(layout).map((kind, index) => (
          <span
            key={`${index + 1}`}
            className={`scale-${kind}`}
            style={{ inlineSize: STEP }}
            title={`${index + 1}: ${NAMES[kind]}`}
          >
            {code[index] ?? '·'}
          </span>
        ))}
      </div>
      <ul className="scale-legend">
        {(['digit', 'code', 'value', 'check'] as const).map((kind) => (
          <li key={kind}>
            <span className={`scale-${kind}`} /> {NAMES[kind]}
          </li>
        ))}
      </ul>
      <label className="field">
        Experimente um código
        <input
          className="input"
          inputMode="numeric"
          autoComplete="off"
          maxLength={LENGTH}
          value={code}
          onChange={(event) => setCode(event.target.value.replaceAll(/\D/g, ''))}
          onKeyDown={(event) => {
            // A scanner ends with Enter: it tries the code, and saves nothing.
            if (event.key === 'Enter' && !event.ctrlKey) event.preventDefault()
          }}
        />
      </label>
      <p role="status" className={fault === undefined ? 'field-help' : 'field-error'}>
        {fault ?? (code === '' ? 'Digite ou leia uma etiqueta para ver o que ela é.' : told(code, layout))}
      </p>
    </section>
  )
}
