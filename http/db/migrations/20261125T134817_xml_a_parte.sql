-- The invoice as it came: apart, so that no list, lock or change of the record carries it.
CREATE TABLE "nfe_compra_xml" (
  "nfe_compra_id" integer PRIMARY KEY REFERENCES "nfe_compra" ("id") ON DELETE CASCADE,
  "empresa_id" integer NOT NULL REFERENCES "empresa" ("id"),
  "xml" text NOT NULL
);
INSERT INTO "nfe_compra_xml" ("nfe_compra_id", "empresa_id", "xml")
  SELECT "id", "empresa_id", "xml" FROM "nfe_compra" WHERE "xml" IS NOT NULL;
CREATE INDEX "nfe_compra_xml_empresa_id_idx" ON "nfe_compra_xml" ("empresa_id");
ALTER TABLE "nfe_compra_xml" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "nfe_compra_xml_empresa" ON "nfe_compra_xml" AS PERMISSIVE FOR ALL TO "prumo_app" USING ((select current_setting('prumo.empresas', true)) = '*' or "empresa_id" = any ((select string_to_array(nullif(current_setting('prumo.empresas', true), '*'), ','))::int[])) WITH CHECK ((select current_setting('prumo.empresas', true)) = '*' or "empresa_id" = any ((select string_to_array(nullif(current_setting('prumo.empresas', true), '*'), ','))::int[]));

ALTER TABLE "nfe_compra" DROP COLUMN "xml";
