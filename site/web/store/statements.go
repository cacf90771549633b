package store

import (
	"context"
	"database/sql"
)

// compiled returns a statement that is compiled once on each connection; nil if the database
// keeps none, or refuses this one. There are a few dozen: what a visitor sends is an
// argument, never a part of a statement.
func (s *Store) compiled(ctx context.Context, text string) *sql.Stmt {
	if !s.Compiled {
		return nil
	}
	if kept, ok := s.kept.Load(text); ok {
		return kept.(*sql.Stmt)
	}
	made, err := s.DB.PrepareContext(ctx, text)
	if err != nil {
		return nil // whoever runs it gets the error
	}
	kept, before := s.kept.LoadOrStore(text, made)
	if before {
		made.Close()
	}
	return kept.(*sql.Stmt)
}

// write runs a statement that changes rows.
func (s *Store) write(ctx context.Context, statement string, args ...any) (sql.Result, error) {
	if c := s.compiled(ctx, statement); c != nil {
		return c.ExecContext(ctx, args...)
	}
	return s.DB.ExecContext(ctx, statement, args...)
}

// read runs a statement that asks for rows.
func (s *Store) read(ctx context.Context, statement string, args ...any) (*sql.Rows, error) {
	if c := s.compiled(ctx, statement); c != nil {
		return c.QueryContext(ctx, args...)
	}
	return s.DB.QueryContext(ctx, statement, args...)
}

// readRow runs a statement that asks for one row.
func (s *Store) readRow(ctx context.Context, statement string, args ...any) *sql.Row {
	if c := s.compiled(ctx, statement); c != nil {
		return c.QueryRowContext(ctx, args...)
	}
	return s.DB.QueryRowContext(ctx, statement, args...)
}
