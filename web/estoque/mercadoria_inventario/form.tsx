import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { AS_COUNTED } from '../../../core/stock/count'
import { writeRefusal } from '../../../core/lifecycle/standing'
import { announce } from '../../app/events'
import type { ModalProps } from '../../app/registry'
import { toast } from '../../app/toasts'
import { act } from '../../ui/documents/act'
import { LifeBar } from '../../ui/documents/life-bar'
import { placesOf } from '../../ui/documents/places'
import { because, type DocumentVerbs, type OpenDocument } from '../../ui/documents/use-verbs'
import { useForm } from '../../ui/form/context'
import { PRODUCT } from '../../ui/form/product'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
import { counted } from '../../ui/format'
import type { MenuItem } from '../../ui/menu'
import { numberOf, textOf, type Values } from '../../ui/row'
import { head, ITEMS, KIND } from './kind'
import { CountCode, Progress } from './progress'

const number = (answer: Values, name: string): number => numberOf(answer[name]) ?? 0

/** Counts zero of what nobody counted, once it is confirmed. */
async function countZeros(doc: OpenDocument): Promise<void> {
  const question = { title: 'Contar zeros?', action: 'Contar zeros', anyway: true }
  const failed = 'Não foi possível contar zeros'
  const answer = await act(doc, { resource: KIND.resource, action: 'aferir_zeros', failed, question })
  if (answer === undefined) return
  announce(ITEMS)
  const again = number(answer, 'a_recontar')
  const rest = again === 0 ? '' : ` ${counted(again, 'item recebeu', 'itens receberam')} mercadoria e deve ser contado.`
  toast.success(`${counted(number(answer, 'zerados'), 'item passou', 'itens passaram')} a zero.${rest}`)
}

/** Adds what came into the places since the count opened, and judges again what is not settled. */
async function refresh(doc: OpenDocument): Promise<void> {
  const failed = 'Não foi possível atualizar as quantidades'
  const answer = await act(doc, { resource: KIND.resource, action: 'atualizaQuantidades', failed })
  if (answer === undefined) return
  announce(ITEMS)
  toast.success(
    `${counted(number(answer, 'incluidos'), 'item incluído', 'itens incluídos')}, ${counted(number(answer, 'julgados'), 'julgado de novo', 'julgados de novo')}.`,
  )
}

function items(verbs: DocumentVerbs): readonly MenuItem[] {
  const { record, run } = verbs
  const why =
    record === undefined ? 'Salve o documento antes.' : writeRefusal(KIND.life, record, { lists: ['itens'] })?.[1]
  return [
    { label: 'Contar zeros', icon: 'check', onSelect: () => run('geraAjustes', countZeros), ...because(why) },
    { label: 'Atualizar quantidades', icon: 'refresh', onSelect: () => run('geraAjustes', refresh), ...because(why) },
  ]
}

const PRINT = { name: KIND.name, label: 'Imprimir as folhas' }

/** What is counted, and how. What is counted does not change once it is open. */
function Scope({ isNew }: { readonly isNew: boolean }): ReactElement {
  useSignals()
  const { values } = useForm()
  const places = placesOf(values.value)
  const { armazem_id, bloquearEstoque } = values.value
  const inside = typeof armazem_id === 'number' ? { armazem_id } : {}
  return (
    <>
      <head.Field name="descricao" span={12} />
      <h3 className="group-title">O que se conta</h3>
      <head.ReferenceField
        name="armazem_id"
        resource="estoque/armazem"
        help="Vazio: todos"
        disabled={!isNew}
        span={6}
      />
      <head.ReferenceField
        name="armazenamento_id"
        resource="estoque/armazenamento"
        help="Vazio: todos"
        where={{ ...places, ...inside }}
        disabled={!isNew}
        span={6}
      />
      <head.ReferenceField
        name="grupo_id"
        resource="estoque/mercadoria_grupo"
        help="Vazio: todos"
        minChars={0}
        disabled={!isNew}
        span={6}
      />
      <head.ReferenceField name="mercadoria_id" {...PRODUCT} help="Vazio: todas" disabled={!isNew} span={6} />
      <h3 className="group-title">Como se conta</h3>
      <head.Field name="bloquearEstoque" disabled={!isNew} span={6} />
      <head.Field name="cego" span={6} />
      <head.Field name="tolerancia" span={4} />
      <head.Field
        name="tpAjuste"
        span={4}
        {...(bloquearEstoque === false && numberOf(values.value.tpAjuste) === AS_COUNTED
          ? { help: 'O que se vender durante a contagem volta ao saldo.' }
          : {})}
      />
      <head.Field name="tpAcaoProdAcabado" span={4} />
    </>
  )
}

function Counting(): ReactElement | null {
  useSignals()
  const record = useForm().record.value
  if (record === undefined) return null
  return (
    <>
      <Progress id={record.id} />
      {writeRefusal(KIND.life, record, { lists: ['itens'] }) === undefined ? <CountCode id={record.id} /> : null}
    </>
  )
}

/** An inventory count: its scope, how far it is, and what ends it. */
export function InventarioForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource={KIND.resource}
      name="Inventário"
      title={(row) => [`Inventário ${row.id}`, textOf(row.descricao)].filter(Boolean).join(' · ')}
      defaults={head.defaults}
      stay
      life={KIND.life}
      actions={<LifeBar kind={KIND} items={items} print={PRINT} />}
      createdText="Inventário aberto."
      savedText="Inventário salvo."
    >
      <Tab label="Informações">
        <Scope isNew={modal.id === 'new'} />
      </Tab>
      <Tab label="Contagem" needsRecord free>
        <Counting />
      </Tab>
    </ResourceForm>
  )
}
