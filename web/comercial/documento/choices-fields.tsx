import { useId, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { readNumberField } from '../../../core/br/number'
import { Button, IconButton } from '../../ui/button'
import { useForm } from '../../ui/form/context'
import { RowCombobox } from '../../ui/form/row-combobox'
import { displayName, formatMoney, formatQuantity } from '../../ui/format'
import { addStyle } from '../../ui/later-style'
import { numberOf, textOf, type Row, type Values } from '../../ui/row'
import { ACTIVE_PRODUCTS } from '../../ui/form/product'
import { costOfSupply } from './characteristics'
import { isChosen, missingOf, offersOf, toggled, withSupplies, type Offer } from './choices'
import { chosenOf, suppliesOf } from './sent-choices'
import style from './choices.css' with { type: 'text' }

addStyle(style)

const signed = (amount: unknown): string => {
  const value = Number(amount ?? 0)
  return value === 0 ? '' : ` ${value > 0 ? '+' : '−'} ${formatMoney(Math.abs(value))}`
}

/** One group: a choice of one, or of as many as wanted. Tab goes to it, arrows and space choose. */
function Group({ group, lacks }: { readonly group: Offer; readonly lacks: boolean }): ReactElement {
  useSignals()
  const form = useForm()
  const name = useId()
  const line = form.values.value
  const choose = (option: Row | null): void => form.patch(toggled(line, group, option))
  const kind = group.multiplo ? 'checkbox' : 'radio'
  const isNone = !group.options.some((option) => isChosen(line, option))
  return (
    <fieldset data-group={group.descricao}>
      <legend>
        {group.descricao}
        {group.obrigatorio ? ' *' : ''}
      </legend>
      <ul>
        {group.obrigatorio || group.multiplo ? null : (
          <li>
            <label>
              <input type="radio" name={name} checked={isNone} onChange={() => choose(null)} />
              Nenhuma
            </label>
          </li>
        )}
        {group.options.map((option) => (
          <li key={option.id}>
            <label>
              <input type={kind} name={name} checked={isChosen(line, option)} onChange={() => choose(option)} />
              {textOf(option.descricao)}
              <span className="field-help">{signed(option.vAcrescimo)}</span>
            </label>
          </li>
        ))}
      </ul>
      {lacks ? <p className="field-error">Escolha uma opção.</p> : null}
    </fieldset>
  )
}

function Quantity({ value, label, onChange }: QuantityProps): ReactElement {
  const [typing, setTyping] = useState<string | null>(null)
  const leave = (): void => {
    const read = typing === null ? null : Number(readNumberField(typing) ?? Number.NaN)
    if (read !== null && Number.isFinite(read) && read > 0) onChange(read)
    setTyping(null)
  }
  return (
    <input
      className="input input-end"
      inputMode="decimal"
      aria-label={label}
      maxLength={20}
      value={typing ?? formatQuantity(Number(value ?? 0), 6)}
      onChange={(event) => setTyping(event.target.value)}
      onBlur={leave}
    />
  )
}

interface QuantityProps {
  readonly value: unknown
  readonly label: string
  readonly onChange: (quantity: number) => void
}

/** What a chosen characteristic draws, of a product whose supplies may be changed. */
function Supplies({ choice }: { readonly choice: Values }): ReactElement {
  useSignals()
  const form = useForm()
  const supplies = suppliesOf(choice)
  const write = (next: readonly Values[]): void => form.patch(withSupplies(form.values.value, choice, next))
  const nameOf = (one: Values): string => textOf(one.xProd) || displayName(one.mercadoria)
  const add = (product: Row | null): void => {
    if (product === null || supplies.some((one) => numberOf(one.mercadoria_id) === product.id)) return
    write([
      ...supplies,
      {
        mercadoria_id: product.id,
        mercadoria: product,
        xProd: textOf(product.xProd),
        quantidade: 1,
        no_lugar_de_id: null,
        ...costOfSupply(product),
      },
    ])
  }
  return (
    <fieldset className="supplies">
      <legend>Insumos · {textOf(choice.xCaracteristica)}</legend>
      <ul>
        {supplies.map((one, at) => (
          <li key={textOf(one.mercadoria_id)}>
            <span>{nameOf(one)}</span>
            <Quantity
              value={one.quantidade}
              label={`Quantidade de ${nameOf(one)}`}
              onChange={(quantidade) => write(supplies.with(at, { ...one, quantidade }))}
            />
            <IconButton icon="trash" label={`Tirar ${nameOf(one)}`} onClick={() => write(supplies.toSpliced(at, 1))} />
          </li>
        ))}
      </ul>
      <RowCombobox
        resource="mercadoria"
        where={ACTIVE_PRODUCTS}
        minChars={2}
        label={`Adicionar insumo a ${textOf(choice.xCaracteristica)}`}
        current={null}
        show={displayName}
        onPick={add}
      />
    </fieldset>
  )
}

/** What is chosen of a made-to-order product for its line, and what that comes to. */
export function ChoicesFields({
  characteristics,
  product,
}: {
  readonly characteristics: readonly Row[]
  readonly product: Values
}): ReactElement | null {
  useSignals()
  const form = useForm()
  const [open, setOpen] = useState(false)
  const line = form.values.value
  if (characteristics.length === 0 && chosenOf(line).length === 0) return null
  const lacks = new Set(missingOf(line, characteristics))
  const chosen = chosenOf(line).filter((one) => suppliesOf(one).length > 0 || product.op_flexivel === true)
  return (
    <section className="choices" aria-label="Características">
      <h3 className="group-title with-action">
        Características<span className="field-help">{signed(line.vAcrescimo)} por unidade</span>
        {product.op_flexivel === true && chosen.length > 0 ? (
          <Button onClick={() => setOpen(!open)}>{open ? 'Esconder insumos' : 'Mudar insumos'}</Button>
        ) : null}
      </h3>
      {offersOf(characteristics).map((group) => (
        <Group key={group.id} group={group} lacks={lacks.has(group.descricao)} />
      ))}
      {open ? chosen.map((one) => <Supplies key={textOf(one.mercadoria_caracteristica_id)} choice={one} />) : null}
    </section>
  )
}
