import { confirm } from '../../ui/confirm'
import type { FormModel } from '../../ui/form/form-model'
import { textOf, type Values } from '../../ui/row'

const VIEW = ['periodo', 'dPrevisaoIni', 'dPrevisaoFim'] as const

/** View and horizon as one text; two are the same when the quantities can stay. */
export function viewOf(values: Values): string {
  return VIEW.map((name) => textOf(values[name])).join(' ')
}

/** Does the form show another view than what is saved? */
export function changesView(form: FormModel): boolean {
  const record = form.record.value
  return record !== undefined && viewOf(form.values.value) !== viewOf(record)
}

/** Stands between a change of view or horizon and the quantities that it would wipe (R3-044). */
export class WipeGuard {
  /** There are quantities, saved or typed. */
  private holds = false
  /** The person agreed to lose them. */
  private agreed = false
  private asking: Promise<boolean> | null = null

  /** Called when the form's view, or what the grid holds, is another. Asks at once, not only when it is saved. */
  look(form: FormModel, now: { readonly holds: boolean; readonly view: string }): void {
    if (!changesView(form)) this.holds = now.holds
    else if (now.holds) this.holds = true
    void this.confirm(form)
  }

  /** What is sent says that the quantities may go. */
  get accepted(): boolean {
    return this.agreed
  }

  /**
   * True when the form may go on: its view is the saved one, nothing would be lost, or the person agrees. Refused, the old values are back in
   * the form.
   */
  confirm(form: FormModel): true | Promise<boolean> {
    if (!changesView(form)) {
      this.agreed = false
      return true
    }
    if (!this.holds || this.agreed) return true
    this.asking ??= this.ask(form)
    return this.asking
  }

  private async ask(form: FormModel): Promise<boolean> {
    const agreed = await confirm({
      title: 'Mudar a visão ou o horizonte apaga as quantidades',
      text: 'As quantidades de todos os produtos desta previsão serão apagadas, também as alteradas à mão. Depois é preciso gerar de novo.',
      action: 'Apagar e mudar',
      cancel: 'Manter como está',
      danger: true,
    })
    this.asking = null
    this.agreed = agreed
    const record = form.record.value
    if (agreed) form.set('celulas', null)
    else if (record !== undefined) form.patch(Object.fromEntries(VIEW.map((name) => [name, record[name]])))
    return agreed
  }
}
