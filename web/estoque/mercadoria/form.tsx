import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { mercadoriaFields } from '../../../core/fields/estoque/mercadoria'
import { lazily } from '../../app/lazy'
import { mayEdit } from '../../app/access'
import type { ModalProps } from '../../app/registry'
import { Button } from '../../ui/button'
import { rights } from '../../app/session'
import { Chip } from '../../ui/chip'
import { confirm } from '../../ui/confirm'
import { fieldsOf } from '../../ui/fields-of'
import { useForm } from '../../ui/form/context'
import type { FormModel } from '../../ui/form/form-model'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
import { LabelsButton } from '../etiqueta/labels-button'
import { toast } from '../../app/toasts'
import { isSet, textOf, type Row, type Values } from '../../ui/row'
import { CharacteristicsTab } from './characteristics'
import { CodesTab } from './codes'
import { ImagesTab } from './images'
import { isLow } from './low'
import { CompositionTab, PlanningTab } from './planning'
import { hasPrice, sentProduct } from './prices'
import { StockTab } from './stock'
import { PricesTab } from './tabs'

const { Field, ReferenceField, defaults } = fieldsOf(mercadoriaFields)

const DEFAULTS: Values = { ...defaults, mercadoria_precos: [] }

const ACTIVE = { ativo: true }

const BarcodeDialog = lazily(async () => (await import('./cnp')).BarcodeDialog)

/** Offered to a saved product that has no bar code yet. */
function BarcodeButton(): ReactElement | null {
  useSignals()
  const form = useForm()
  const [open, setOpen] = useState(false)
  const record = form.record.value
  if (record === undefined || isSet(record.cEAN) || form.readOnly.value) return null
  return (
    <span>
      <Button icon="tag" onClick={() => setOpen(true)}>
        Gerar código de barras
      </Button>
      {open ? <BarcodeDialog onClose={() => setOpen(false)} /> : null}
    </span>
  )
}

function MainFields(): ReactElement {
  return (
    <>
      <Field name="xProd" span={8} />
      <Field name="codigo" span={2} help="Em branco, recebe o próximo número." />
      <Field name="ativo" span={2} />
      <Field name="xProdSimple" span={5} />
      <Field name="cEAN" span={3} />
      <ReferenceField name="unidade_id" resource="estoque/unidade" span={2} />
      <Field name="tipo" span={2} />
      <ReferenceField name="grupo_id" resource="estoque/mercadoria/grupo" span={3} />
      <ReferenceField name="subgrupo_id" resource="estoque/mercadoria/grupo_subgrupo" span={3} />
      <ReferenceField name="familia_id" resource="estoque/mercadoria_familia" span={3} />
      <ReferenceField name="fabricante_id" resource="estoque/fabricante" span={3} />
      <BarcodeButton />
      <h3 className="group-title">Fiscal</h3>
      <Field name="NCM" span={2} />
      <Field name="CEST" span={2} />
      <Field name="cClassTrib" label="cClassTrib" span={2} help="De IBS e CBS" />
      <Field name="gpc" span={2} />
      <Field name="origem" span={4} />
      <Field name="pIPI" span={2} />
      <ReferenceField
        name="tributacao_id"
        resource="nfe/tributacao"
        span={4}
        help="Vale antes das outras onde serve ao caso"
      />
      <Field name="uTrib" span={3} help="Vazia: a do produto" />
      <Field name="fatorTrib" span={3} help="Quantas há em uma do produto" />
      <h3 className="group-title">Custo e estoque</h3>
      <Field name="custo" span={2} />
      <Field name="tpCalculo" span={2} />
      <Field name="vPrecoMinimo" span={2} />
      <Field name="pDescMaximo" span={2} />
      <Field name="decimal_preco" span={2} />
      <Field name="q_minimo" span={2} />
      <Field name="pesoB" span={2} />
      <Field name="pToleranciaPeso" span={3} />
      <Field name="controla_lote" span={4} />
      <Field name="dias_validade" span={3} />
      <Field name="dias_validade_minima" span={3} />
      <Field name="pTolerancia" span={3} />
      <Field name="tipo_etiqueta" span={2} help="Propõe o modelo" />
      <Field name="op_customizavel" span={3} />
      <Field name="op_flexivel" span={3} />
      <ReferenceField
        name="particularidade_id"
        resource="cadastros/veiculo_particularidade"
        where={ACTIVE}
        help="Só um veículo que a tenha leva este produto"
        span={4}
      />
    </>
  )
}

/** Said beside what each field says of itself, where one was left empty (document 2, section 5). */
function tellMissing(form: FormModel): void {
  const missing = Object.keys(form.errors.value).some((name) => !isSet(form.values.value[name]))
  if (missing) toast.danger('Preencha todos os campos obrigatórios antes de salvar', { about: form })
}

async function confirmPrice(form: FormModel): Promise<boolean> {
  return (
    hasPrice(form.values.value) ||
    confirm({ title: 'Mercadoria sem preço, deseja salvar mesmo assim?', action: 'Salvar sem preço', anyway: true })
  )
}

function productTitle(row: Row): ReactElement {
  return (
    <span className="document-title">
      <span>{textOf(row.xProd)}</span>
      {isLow(row) ? <Chip word="Estoque baixo" hue="ambar" /> : null}
    </span>
  )
}

/** A product: register, prices, stock, codes. */
export function MercadoriaForm(modal: ModalProps): ReactElement {
  useSignals()
  return (
    <ResourceForm
      modal={modal}
      resource="mercadoria"
      name="Mercadoria"
      title={productTitle}
      defaults={DEFAULTS}
      beforeSave={confirmPrice}
      onInvalid={tellMissing}
      shape={sentProduct}
      actions={mayEdit(rights.value, modal.right) ? <LabelsButton /> : undefined}
    >
      <Tab label="Mercadoria">
        <MainFields />
      </Tab>
      <Tab label="Preços">
        <PricesTab />
      </Tab>
      <Tab label="Estoque" needsRecord>
        <StockTab />
      </Tab>
      <Tab label="Códigos e unidades" needsRecord>
        <CodesTab modal={modal} />
      </Tab>
      <Tab label="Composição" needsRecord>
        <CompositionTab />
      </Tab>
      <Tab label="Características" needsRecord>
        <CharacteristicsTab modal={modal} />
      </Tab>
      <Tab label="Planejamento" needsRecord>
        <PlanningTab modal={modal} />
      </Tab>
      <Tab label="Imagens" needsRecord free>
        <ImagesTab modal={modal} />
      </Tab>
    </ResourceForm>
  )
}
