import type { NoticeDocument } from '../../../core/notices/documents'
import { isOwnName, ownName } from '../../../core/notices/vars'
import { namesIn } from '../../../core/notices/template'
import type { Ctx } from '../../platform/context'
import { customFieldsOf, type Defined, seesCustom } from '../../platform/custom/definitions'
import { type OwnText, ownTexts } from '../../platform/custom/texts'
import { type Resource, resourceNamed, type Row } from '../../platform/resource'
import { may } from '../../platform/rights'
import type { Referred } from './values'

/** The own fields that templates may name: those of the document, and those of its other party. */
interface OwnFields {
  readonly of: Resource
  readonly party: boolean
  readonly defined: readonly Defined[]
}

async function ownOf(ctx: Ctx, { resource, party }: NoticeDocument, company: number): Promise<readonly OwnFields[]> {
  const document = resourceNamed(resource)
  const ref = party && document.fields[party.column]?.meta.ref
  return Promise.all(
    [document, ...(ref === undefined ? [] : [resourceNamed(ref)])].map(async (of, at) => ({
      of,
      party: at > 0,
      defined: await customFieldsOf(ctx, of, company),
    })),
  )
}

const sees = (ctx: Ctx, of: Resource, one: Defined): boolean => may(ctx, of, 'read') && seesCustom(ctx.actor, one)

/** The names of own fields that whoever writes a template may use: of fields that they see. */
export async function ownNames(ctx: Ctx, document: NoticeDocument, company: number): Promise<ReadonlySet<string>> {
  const own = await ownOf(ctx, document, company)
  return new Set(
    own.flatMap(({ of, party, defined }) =>
      defined.filter((one) => sees(ctx, of, one)).map(({ custom }) => ownName(custom.key, party)),
    ),
  )
}

/** The values of own fields of a document by their names. */
export type OwnValues = (record: Row) => Readonly<Record<string, string>>

interface Asked {
  readonly document: NoticeDocument
  readonly records: readonly Row[]
  readonly referred: Referred
  /** The text that names them. */
  readonly text: string
  /** Only what whoever asks may see; a company itself is told all. */
  readonly seen?: true
}

/** What own fields hold that a text names; '' for one that is not there any more. Nothing is asked for a text that names none. */
export async function ownValuesOf(ctx: Ctx, { document, records, referred, text, seen }: Asked): Promise<OwnValues> {
  const names = namesIn(text).filter(isOwnName)
  if (names.length === 0) return () => ({})
  const blank = Object.fromEntries(names.map((name) => [name, '']))
  const { column = '' } = document.party ?? {}
  const holderOf = (record: Row, party: boolean) => (party ? referred(record, column) : record)
  const readers: { readonly name: string; readonly party: boolean; readonly one: Defined; readonly text: OwnText }[] =
    []
  for (const { of, party, defined } of await ownOf(ctx, document, Number(records[0]?.empresa_id))) {
    const wanted = defined.filter(
      (one) => names.includes(ownName(one.custom.key, party)) && (!seen || sees(ctx, of, one)),
    )
    const holders = records.map((record) => holderOf(record, party)).filter((one) => one !== undefined)
    const read = await ownTexts(ctx, wanted, holders)
    readers.push(...wanted.map((one) => ({ name: ownName(one.custom.key, party), party, one, text: read })))
  }
  return (record) => ({
    ...blank,
    ...Object.fromEntries(
      readers.map(({ name, party, one, text: read }) => {
        const holder = holderOf(record, party)
        return [name, holder ? read(holder, one) : '']
      }),
    ),
  })
}
