import { useEffect } from 'react'
import { signal } from '@preact/signals-react'
import { useWork } from '../../app/work'
import { forgetFaults } from '../../app/toasts'
import type { FormModel } from './form-model'

/** The forms that are open, by address: a line's own form, over its document's, writes into the document's. */
export const openForms = signal<ReadonlyMap<string, FormModel>>(new Map())

/** Makes a form known under its address while it is open, and what was typed into it as work that must not be lost. */
export function usePublished(form: FormModel, path: string | undefined): void {
  useWork(() => form.dirty.peek() && !form.readOnly.peek(), path)
  useEffect(() => {
    if (path === undefined) return undefined
    openForms.value = new Map([...openForms.value, [path, form]])
    return () => {
      forgetFaults(form)
      openForms.value = new Map([...openForms.value].filter(([other]) => other !== path))
    }
  }, [form, path])
}
