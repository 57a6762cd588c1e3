import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { formacaoFields } from '../../../core/fields/estoque/formacao'
import { CoreError } from '../../../core/errors'
import { decimal, HUNDRED, type Decimal } from '../../../core/money/decimal'
import { FORMATION_DEFAULTS, formPrice, VARIABLE_COSTS, type Formation } from '../../../core/pricing/formation'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { fieldsOf } from '../../ui/fields-of'
import { FormContext } from '../../ui/form/context'
import { FormModel } from '../../ui/form/form-model'
import { amountOf, formatAmount, formatMoney } from '../../ui/format'
import { isRecord, numberOf, type Values } from '../../ui/row'
import { costOf } from './prices'

const { Field } = fieldsOf(formacaoFields)

const COSTS = ['vCusto', 'pIPI', 'vICMSUFDest', 'vICMSST', 'vFrete'] as const

const percentOf = (fraction: string): number => Number(decimal(fraction).times(HUNDRED).toString())

/** The product's field that keeps what its price is formed from. */
export const FORMATION = 'formacao_preco'

/** What was told before, else the specification's shares; the cost is always that of now. */
function startOf(product: Values): Values {
  const kept = product[FORMATION]
  const shares = Object.entries(FORMATION_DEFAULTS).map(([name, share]) => [name, percentOf(share)] as const)
  const begun = isRecord(kept) ? kept : { ...Object.fromEntries(shares), pOutrosCustos: 0 }
  return { ...begun, vCusto: Number(costOf(product)) }
}

function formed(values: Values, decimals: number): Formation | string {
  const share = (name: string) => amountOf(values[name])
  try {
    const costs = Object.fromEntries(VARIABLE_COSTS.map((name) => [name, share(name)]))
    return formPrice(
      {
        ...costs,
        vCusto: share('vCusto'),
        pIPI: share('pIPI'),
        vICMSUFDest: share('vICMSUFDest'),
        vICMSST: share('vICMSST'),
        vFrete: share('vFrete'),
        pOutrosCustos: share('pOutrosCustos'),
        decimal_preco: decimals,
      },
      'percent',
    )
  } catch (error) {
    if (error instanceof CoreError) return error.message
    throw error
  }
}

interface FormationProps {
  readonly product: Values
  readonly onClose: () => void
  /** Keeps what was told with the product. */
  readonly onKeep: (told: Values) => void
  /** Takes the suggested price into the chosen price row too. */
  readonly onTake: (price: number, told: Values) => void
}

/** How the two prices come about, in figures. */
function formulaOf(formation: Formation, margin: Decimal): readonly string[] {
  const percent = (value: Decimal): string => `${formatAmount(value.toFixed(2))} %`
  const cost = formatMoney(formation.tCustosAquisicao.toFixed(4))
  const others = percent(formation.pOutrosCustos)
  return [
    `Sugerido = custo ÷ (100 % − custos variáveis − outros custos) = ${cost} ÷ (100 % − ${percent(formation.pCustosVariaveis)} − ${others}) = ${formatMoney(formation.vPrecoSujerido.toFixed(2))}`,
    `Mínimo = o mesmo sem a margem de ${percent(margin)} = ${cost} ÷ (100 % − ${percent(formation.pCustosVariaveis.minus(margin))} − ${others}) = ${formatMoney(formation.vPrecoMinimo.toFixed(2))}`,
  ]
}

interface ResultProps {
  readonly formation: Formation | string
  readonly margin: Decimal
}

function Result({ formation, margin }: ResultProps): ReactElement {
  if (typeof formation === 'string') return <p className="balance">{formation}</p>
  const parts = [
    { label: 'Custo de aquisição', value: formatMoney(formation.tCustosAquisicao.toFixed(4)) },
    { label: 'Custos variáveis', value: `${formatAmount(formation.pCustosVariaveis.toFixed(2))} %` },
    { label: 'Preço mínimo', value: formatMoney(formation.vPrecoMinimo.toFixed(2)) },
    { label: 'Margem', value: `${formatAmount(formation.pMargemSujerida.toFixed(2))} %` },
    { label: 'Preço sugerido', value: formatMoney(formation.vPrecoSujerido.toFixed(2)) },
  ]
  return (
    <>
      <dl className="amounts">
        {parts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {formulaOf(formation, margin).map((line) => (
        <p key={line} className="field-help">
          {line}
        </p>
      ))}
    </>
  )
}

/** Price formation: from what a product costs to the price that covers it all, while one types. */
export function FormationDialog({ product, onClose, onKeep, onTake }: FormationProps): ReactElement {
  useSignals()
  const [form] = useState(() => {
    const model = new FormModel()
    model.start(startOf(product))
    return model
  })
  const formation = formed(form.values.value, numberOf(product.decimal_preco) ?? 2)
  const footer = (
    <>
      <span className="spacer" />
      <Button onClick={onClose}>Voltar</Button>
      <Button
        {...(typeof formation === 'string' ? { reason: formation } : {})}
        onClick={() => onKeep(form.values.value)}
      >
        Guardar os custos
      </Button>
      <Button
        kind="primary"
        {...(typeof formation === 'string' ? { reason: formation } : {})}
        onClick={() => {
          if (typeof formation !== 'string') onTake(Number(formation.vPrecoSujerido.toString()), form.values.value)
        }}
      >
        Usar o preço sugerido
      </Button>
    </>
  )
  return (
    <FormContext value={form}>
      <Dialog title="Formação de preço" size="md" onClose={onClose} footer={footer}>
        <div className="dialog-body grid-12">
          <h3 className="group-title">Custos de aquisição</h3>
          {COSTS.map((name) => (
            <Field key={name} name={name} span={name === 'vCusto' ? 4 : 2} />
          ))}
          <h3 className="group-title">Sobre o preço de venda</h3>
          {VARIABLE_COSTS.map((name) => (
            <Field key={name} name={name} span={3} />
          ))}
          <Field name="pOutrosCustos" span={3} />
          <Result formation={formation} margin={decimal(amountOf(form.values.value.pMargem))} />
        </div>
      </Dialog>
    </FormContext>
  )
}
