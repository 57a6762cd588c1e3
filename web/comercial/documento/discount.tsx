import { useId, useState, type ReactElement } from 'react'
import { parseNumber } from '../../../core/br/number'
import { CoreError } from '../../../core/errors'
import { DISCOUNT_DECIMALS, applyDiscount } from '../../../core/pricing/discount'
import { MONEY, PERCENT, type DiscountType } from '../../../core/pricing/line'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import type { Line } from '../../ui/lines/lines-state'
import { Popover } from '../../ui/popover'
import { lineInput, priced } from './line'

/** The lines with the same first discount on the chosen ones. Throws the core's refusal. */
function discounted(
  lines: readonly Line[],
  chosen: ReadonlySet<string>,
  type: DiscountType,
  text: string,
): { lines: readonly Line[]; message: string } {
  const applied = applyDiscount(
    lines.map((line) => ({ ...lineInput(line), id: line.key })),
    [...chosen],
    type,
    text.trim() === '' ? 0 : parseNumber(text),
  )
  const shares = new Map(
    applied.lines.map(({ id, vDesc, vDescValor }) => [
      id,
      {
        vDesc: Number(vDesc.toFixed(DISCOUNT_DECIMALS)),
        vDescValor: vDescValor === null ? null : Number(vDescValor.toFixed(2)),
      },
    ]),
  )
  return {
    message: applied.message,
    lines: lines.map((line) => {
      const share = shares.get(line.key)
      return share === undefined ? line : priced({ ...line, ...share, tp_desconto: type })
    }),
  }
}

interface DiscountProps {
  readonly lines: readonly Line[]
  readonly chosen: ReadonlySet<string>
  readonly onChange: (lines: readonly Line[]) => void
}

/** "Aplicar desconto" on the chosen lines: R$ shared over them, or percent of each. */
export function DiscountTool({ lines, chosen, onChange }: DiscountProps): ReactElement {
  const [text, setText] = useState('')
  const [type, setType] = useState<DiscountType>(MONEY)
  const id = useId()
  const [fault, setFault] = useState('')
  const apply = (): boolean => {
    try {
      const next = discounted(lines, chosen, type, text)
      onChange(next.lines)
      setFault('')
      toast.success(next.message)
      return true
    } catch (error) {
      if (!(error instanceof CoreError)) throw error
      setFault(error.message)
      return false
    }
  }
  return (
    <Popover
      label={chosen.size === 0 ? 'Desconto' : `Desconto em ${chosen.size}`}
      icon="tag"
      title="Aplicar desconto nos itens marcados (Espaço marca)"
    >
      {(close) => (
        <div className="popover-form discount-form">
          <input
            className="input input-end"
            aria-label="Desconto"
            inputMode="decimal"
            placeholder={type === MONEY ? 'Valor em R$' : 'Percentual'}
            aria-invalid={fault === '' ? undefined : true}
            aria-describedby={fault === '' ? undefined : id}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              if (apply()) close()
            }}
          />
          <select
            className="input"
            aria-label="Tipo do desconto"
            value={type}
            onChange={(event) => setType(Number(event.target.value) === PERCENT ? PERCENT : MONEY)}
          >
            <option value={MONEY}>R$</option>
            <option value={PERCENT}>%</option>
          </select>
          <Button
            kind="primary"
            onClick={() => {
              if (apply()) close()
            }}
          >
            Aplicar desconto
          </Button>
          {fault === '' ? null : (
            <p id={id} role="alert" className="field-error">
              {fault}
            </p>
          )}
        </div>
      )}
    </Popover>
  )
}
